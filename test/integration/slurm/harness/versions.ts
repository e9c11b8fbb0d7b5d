import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requireTool } from '../../require-tool.ts';

/** A Slurm of this machine. */
export interface SlurmInstall {
  /** `22.05`: what Slurm calls a major release. */
  readonly version: string;
  readonly fullVersion: string;
  /** The folder that its programs run under by chroot; null: on the host itself. */
  readonly chroot: string | null;
}

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));

/** Where `scripts/slurm-chroot` puts the second Slurm. */
const chrootFolder = (): string =>
  resolve(process.env['RANKPLAN_SLURM_CHROOT'] ?? join(REPOSITORY, 'build/slurm-trixie'));

/**
 * The Slurms that clusters can be made of, oldest first; none, with a word why, where that cannot be. In CI both must
 * be there: the host's own, and that of the chroot.
 */
export function findSlurms(): readonly SlurmInstall[] {
  if (!requireTool('Slurm', process.getuid?.() === 0, 'only root can start a cluster')) return [];
  const host = slurmAt(null);
  const other = slurmAt(chrootFolder());
  requireTool('Slurm', host !== null, 'apt-get install slurm-wlm munge');
  requireTool('a second Slurm', other !== null, 'scripts/slurm-chroot makes it');
  return [host, other]
    .filter((install) => install !== null)
    .sort((left, right) => (left.version < right.version ? -1 : 1));
}

/** Why no cluster can keep jobs from devices here, or null: it can. Slurm needs cgroups of version 1 for it here. */
export function whyUnconstrained(): string | null {
  for (const controller of ['devices', 'freezer', 'cpuset', 'memory']) {
    const folder = `/sys/fs/cgroup/${controller}`;
    if (!existsSync(join(folder, 'release_agent'))) return `${folder} is not a cgroup v1 mount`;
    const probe = join(folder, `rankplan-probe-${process.pid}`);
    try {
      mkdirSync(probe);
      rmdirSync(probe);
    } catch (error) {
      return `${folder}: ${(error as Error).message}`;
    }
  }
  return null;
}

function slurmAt(chroot: string | null): SlurmInstall | null {
  const argv = ['slurmctld', '-V'];
  const [program = '', ...args] = chroot === null ? argv : ['chroot', chroot, ...argv];
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };
  const { stdout } = spawnSync(program, args, { encoding: 'utf8', env });
  const [, fullVersion, version] = /((\d+\.\d+)\.\d+)/.exec(stdout ?? '') ?? [];
  return fullVersion === undefined || version === undefined ? null : { version, fullVersion, chroot };
}

export interface Variant {
  readonly slurm: SlurmInstall;
  readonly constrained: boolean;
  readonly title: string;
}

/** A plain cluster, and one that constrains devices where the machine allows it; it says why where not. */
export function variantsOf(slurm: SlurmInstall): readonly Variant[] {
  const plain = { slurm, constrained: false, title: `Slurm ${slurm.fullVersion}` };
  const reason = whyUnconstrained();
  if (reason === null) return [plain, { slurm, constrained: true, title: `${plain.title}, constrained` }];
  console.warn(`not tried: ${plain.title} with devices constrained (${reason})`);
  return [plain];
}
