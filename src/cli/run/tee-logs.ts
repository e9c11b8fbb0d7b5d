import type { PlanRank } from '../../generated/plan.ts';
import { followLogs } from '../../runtime/run/follow-logs.ts';

/** Nobody may be there to read; that is no reason to end a training. */
export function endureClosedStreams(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error');
    stream.on('error', () => {});
  }
}

/** Shows the logs in `folder` of these ranks on stdout and stderr, until the ranks are over. */
export function teeLogs(folder: string, ranks: readonly PlanRank[], isOver: () => boolean): Promise<void> {
  const streams = { out: process.stdout, err: process.stderr };
  return followLogs({
    folder,
    ranks: ranks.map(({ rank }) => rank),
    isOver,
    async show(name, text) {
      const stream = streams[name];
      if (!stream.writable) return false;
      if (!stream.write(text)) await waitForRoom(stream);
      return stream.writable;
    },
  });
}

/** Until it takes more, or never will. */
function waitForRoom(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    const events = ['drain', 'close', 'error'] as const;
    const done = (): void => {
      for (const event of events) stream.off(event, done);
      resolve();
    };
    for (const event of events) stream.on(event, done);
  });
}
