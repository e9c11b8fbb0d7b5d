import { nameDevices } from '../../compiler/plan/group-ranks.ts';
import { quoteShellWords } from '../../compiler/plan/shell-quote.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { PlanRank } from '../../generated/plan.ts';
import type { Run } from '../../runtime/hosts/coordination.ts';
import { listSome, say } from '../../runtime/hosts/say.ts';

/** Prints the command lines, and notes hosts on which the program is another file. */
export function printDryRun({ hosts, settings }: Run): void {
  const found = hosts.map(({ machine, look }) => ({ host: machine.name, program: look?.program ?? null }));
  process.stderr.write(comparePrograms(settings.command[0] ?? '', found));
  printCommandLines(settings.plan.ranks, settings.command);
}

const SHOWN = 8;

/** `program`: its file on a host; null if it is not known. */
export function comparePrograms(
  command: string,
  hosts: readonly { readonly host: string; readonly program: string | null }[],
): string {
  const known = hosts.filter(({ program }) => program !== null);
  const files = groupBy(known, ({ program }) => program ?? '');
  if (files.size < 2) return '';
  const parts = [...files].map(([file, of]) => {
    const names = of.map(({ host }) => host);
    return `${file} on ${listSome(names, SHOWN)}`;
  });
  return say(`note: '${command}' is not the same file everywhere: ${parts.slice(0, SHOWN).join('; ')}`);
}

export function printCommandLines(ranks: readonly PlanRank[], command: readonly string[]): void {
  for (const rank of ranks) printCommand(`rank ${rank.rank}`, rank, command);
}

export function printCommand(name: string, rank: PlanRank, words: readonly string[]): void {
  process.stdout.write(`${name} (${rank.node}, ${nameDevices(rank)}): ${quoteShellWords(words)}\n`);
}
