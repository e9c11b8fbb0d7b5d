import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LaunchPlan } from '../../generated/plan.ts';
import type { Offer } from '../verb.ts';

/** What can stand in place of a word; it is shown with its description. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** Nobody reads more, and nobody waits for a larger plan. */
const MOST = 1000;
const LARGEST_BYTES = 1024 * 1024;

/** What can be offered, with the file that the command line names. A TAB shows no errors: what cannot be read offers nothing. */
export async function listOffers(offer: Offer, path?: string): Promise<readonly Candidate[]> {
  const found = await OFFERS[offer](path);
  return found.filter(({ value }) => /^[\w./:@+-]+$/.test(value)).slice(0, MOST);
}

const OFFERS: Readonly<Record<Offer, (path?: string) => Promise<readonly Candidate[]>>> = {
  async codes() {
    const { CATALOG } = await import('../../compiler/diagnostics/catalog.ts');
    return CATALOG.map(({ code, title }) => ({ value: code, description: title }));
  },
  async emitters() {
    const { EMITTERS } = await import('../../emitters/emit-plan.ts');
    return EMITTERS.map(({ name, summary }) => ({ value: name, description: summary }));
  },
  async jobs() {
    const { findJobs } = await import('../../runtime/jobs/find-jobs.ts');
    const { listHosts, nameState } = await import('../jobs/describe-job.ts');
    return findJobs('.').map((job) => ({
      value: job.id,
      description: `${nameState(job)}: ${listHosts(job)}`,
    }));
  },
  async revisions() {
    const format = '--format=%(refname:short)\t%(contents:subject)';
    const { stdout } = spawnSync('git', ['for-each-ref', format, 'refs/heads', 'refs/tags', 'refs/remotes'], {
      encoding: 'utf8',
    });
    return (stdout ?? '').split('\n').map((line) => {
      const [value = '', description = ''] = line.split('\t');
      return { value, description };
    });
  },
  ranks: async (path) =>
    (await readPlan(path))?.ranks.map((rank) => ({ value: `${rank.rank}`, description: slotOf(rank) })) ?? [],
  async nodes(path) {
    const plan = await readPlan(path);
    const counts = new Map<string, number>();
    for (const { node } of plan?.ranks ?? []) counts.set(node, (counts.get(node) ?? 0) + 1);
    const describe = (ranks: number): string => (ranks === 1 ? '1 rank' : `${ranks} ranks`);
    return (plan?.nodes ?? []).map(({ name }) => ({
      value: name,
      description: describe(counts.get(name) ?? 0),
    }));
  },
  async gpus(path) {
    const plan = await readPlan(path);
    return (plan?.nodes ?? []).flatMap(({ name, gpus }) =>
      gpus.map(({ index, model }) => ({ value: `${name}:${index}`, description: model ?? '' })),
    );
  },
};

type Rank = LaunchPlan['ranks'][number];

const slotOf = ({ node, gpu, gpus, cpuSlot }: Rank): string => `${node}:${gpus ?? gpu ?? `cpu${cpuSlot}`}`;

/** Of the file that is named, else of that which the verb would take. */
async function readPlan(path?: string): Promise<LaunchPlan | null> {
  const { loadPlanSource } = await import('../input/plan-source.ts');
  const { defaultTopology } = await import('../input/default-topologies.ts');
  try {
    const given = path ?? defaultTopology();
    const inside = join(given, 'plan.json');
    const file = existsSync(inside) ? inside : given;
    const stat = statSync(file);
    return stat.isFile() && stat.size <= LARGEST_BYTES
      ? (await loadPlanSource(file, null)).loaded.plan
      : null;
  } catch {
    return null; // such as a file that is not there
  }
}
