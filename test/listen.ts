import { createServer } from 'node:net';

/** Somebody who listens at a port of this machine: by default at every address, as IPv6 has them. */
export function listen(
  host?: string,
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const server = createServer((socket) => socket.on('error', () => {}));
  const stop = () => new Promise<void>((done) => server.close(() => done()));
  return new Promise((done) => {
    server.listen(0, host, () => done({ port: (server.address() as { port: number }).port, stop }));
  });
}

/**
 * The next port of this process: files of tests run at the same time, each in a process. It is below the ephemeral range,
 * of which the kernel may give any port to another program before the test listens there.
 */
let nextPort = 15_000 + (process.pid % 113) * 150;

/** Ports that no other test of this process has; the first of them. */
export function takePorts(count: number): number {
  const first = nextPort;
  nextPort += count;
  return first;
}
