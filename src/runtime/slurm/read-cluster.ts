import type { Cluster, ClusterProblem } from './cluster.ts';
import { parseCluster } from './parse-cluster.ts';
import { parseText } from './parse-text.ts';
import { runSlurm, type SlurmAnswer, SlurmError } from './run-slurm.ts';

/** Asks Slurm for its nodes, partitions, limits and reservations. Throws a SlurmError when there is no usable answer. */
export function readCluster(): Cluster {
  const { nodes } = demand(parseCluster(readNodes()));
  // `--all`: hidden partitions take jobs, too. Text, which all versions print: nothing in it is free text.
  const answer = runSlurm({ program: 'scontrol', args: ['--all', 'show', 'partition'] });
  const { partitions } = demand(parseText(requireOk(answer)));
  return { nodes, partitions: partitions ?? [], ...askFor('config'), ...askFor('reservation') };
}

/** What is limited and reserved; nothing where this Slurm does not say. */
function askFor(what: 'config' | 'reservation'): Pick<Cluster, 'settings' | 'reservations'> {
  const { ok, stdout } = runSlurm({ program: 'scontrol', args: ['--all', 'show', what] });
  const found = ok ? parseText(stdout) : null;
  if (found === null || 'problem' in found) return {};
  const { settings, reservations } = found;
  return { ...(settings && { settings }), ...(reservations && { reservations }) };
}

/** What Slurm says of its network; null where it knows none. */
export function readNetwork(): string | null {
  const { ok, stdout } = runSlurm({ program: 'scontrol', args: ['show', 'topology'] });
  return ok && stdout.trim() !== '' ? stdout : null;
}

/** JSON where this Slurm has it, since no free text can be mistaken there; 22.05 and older know text only. */
function readNodes(): string {
  const json = runSlurm({ program: 'scontrol', args: ['--all', 'show', 'node', '--json'] });
  if (json.ok && json.stdout.trimStart().startsWith('{')) return json.stdout;
  return requireOk(runSlurm({ program: 'scontrol', args: ['--all', 'show', 'node'] }));
}

function requireOk({ ok, stdout, complaint }: SlurmAnswer): string {
  if (ok) return stdout;
  throw new SlurmError(
    `scontrol fails (${complaint === '' ? 'it does not say why' : complaint}): does \`sinfo\` work here?`,
  );
}

function demand(found: Cluster | ClusterProblem): Cluster {
  if ('problem' in found) throw new SlurmError(`the answer of scontrol ${found.problem}`);
  return found;
}
