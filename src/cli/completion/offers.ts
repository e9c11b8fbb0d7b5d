import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bashCompletion, fishCompletion, zshCompletion } from '../../generated/assets.ts';
import type { LaunchPlan } from '../../generated/plan.ts';

/** What can stand in place of a word; it is shown with its description. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** Each calls `rankplan completion` at every TAB, so verbs are declared in one place. */
export const SHELL_SCRIPTS: Readonly<Record<string, string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Marks for the shell, which completes files and folders itself: it knows how to quote them. */
export const MARKS: readonly string[] = [':files', ':folders'];

const plain = (values: readonly string[]): readonly Candidate[] =>
  values.map((value) => ({ value, description: '' }));

type Offer = (current: string, file?: string) => readonly Candidate[] | Promise<readonly Candidate[]>;

/** Offers files, also for arguments that the table does not name. */
export const offerFiles: Offer = () => plain([':files']);

async function offerCodes(): Promise<readonly Candidate[]> {
  const { CATALOG } = await import('../../compiler/diagnostics/catalog.ts');
  return CATALOG.map(({ code, title }) => ({ value: code, description: title }));
}

/** The offers for values of options and arguments, by the name of the value in the declaration. */
export const OFFERS: Readonly<Record<string, Offer>> = {
  file: offerFiles,
  what: (current) => (/^RP/.test(current) ? offerCodes() : plain([':files'])),
  dir: () => plain([':folders']),
  shell: () => plain(Object.keys(SHELL_SCRIPTS)),
  codes: offerCodes,
  async emitters() {
    const { EMITTERS } = await import('../../emitters/emit-plan.ts');
    return EMITTERS.map(({ name, summary }) => ({ value: name, description: summary }));
  },
  revision() {
    const refs = ['refs/heads', 'refs/tags', 'refs/remotes'];
    const git = spawnSync('git', ['for-each-ref', '--format=%(refname:short)', ...refs], {
      encoding: 'utf8',
    });
    return offerNames((git.stdout ?? '').split('\n'));
  },
  rank: (_, file) => offerOfPlan(file, ({ ranks }) => ranks.map(({ rank }) => String(rank))),
  node: (_, file) => offerOfPlan(file, ({ nodes }) => nodes.map(({ name }) => name)),
  slot: (_, file) =>
    offerOfPlan(file, ({ nodes }) =>
      nodes.flatMap(({ name, gpus }) => gpus.map(({ index }) => `${name}:${index}`)),
    ),
};

/** Longer lists help no user, and larger files take longer than a TAB may. */
const MOST = 1000;
const LARGEST_BYTES = 1024 * 1024;

/** Names that no shell would read as something else. */
const offerNames = (names: readonly string[]): readonly Candidate[] =>
  plain(names.filter((name) => /^[\w./:@+-]+$/.test(name)).slice(0, MOST));

/** Offers names of the given plan, else of the one that the verb would take. An unreadable file offers nothing. */
async function offerOfPlan(
  path: string | undefined,
  list: (plan: LaunchPlan) => readonly string[],
): Promise<readonly Candidate[]> {
  const { loadPlanSource } = await import('../input/plan-source.ts');
  const { defaultTopology } = await import('../input/default-topologies.ts');
  try {
    const given = path ?? defaultTopology();
    const inside = join(given, 'plan.json');
    const file = existsSync(inside) ? inside : given;
    const stat = statSync(file);
    if (!stat.isFile() || stat.size > LARGEST_BYTES) return [];
    const { plan } = (await loadPlanSource(file, null)).loaded;
    return plan === null ? [] : offerNames(list(plan));
  } catch {
    return []; // such as a file that is not there
  }
}
