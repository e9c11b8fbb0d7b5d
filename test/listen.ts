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

/** A port that nobody listened at a moment ago. */
export async function freePort(): Promise<number> {
  const { port, stop } = await listen('0.0.0.0');
  await stop();
  return port;
}
