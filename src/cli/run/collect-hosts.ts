import { collectLogs, describeCollected } from '../../runtime/hosts/collect-logs.ts';
import type { Run } from '../../runtime/hosts/coordination.ts';
import { say as word } from '../../runtime/hosts/say.ts';

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

/** Brings the logs of all other hosts to the run's folder here; who has enough of it leaves them there by a signal. */
export async function collectFromHosts(
  { hosts, timeoutMs }: Run,
  folder: string,
  say: (text: string) => void,
): Promise<void> {
  const others = hosts.flatMap(({ machine, reach, folder }) =>
    reach === null || folder === '' ? [] : [{ name: machine.name, words: reach, folder }],
  );
  if (others.length === 0) return;
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    const collected = await collectLogs({
      ...{ hosts: others, into: folder, stallMs: timeoutMs, signal: controller.signal },
      onProgress: (words) => say(word(words)),
    });
    for (const line of describeCollected(collected, folder)) say(word(line));
  } catch (error) {
    say(word(`the logs of other hosts stay there: ${(error as Error).message}`));
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
