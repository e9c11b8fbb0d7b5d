import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
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

/** What makes the other Slurms, and knows where they are. */
const SLURM_CHROOT = fileURLToPath(new URL('../../../../scripts/slurm-chroot', import.meta.url));

/**
 * The Slurms that clusters can be made of, oldest first; none, with a word why, where that cannot be. In CI all must be
 * there: the host's own, and those of the chroots. RANKPLAN_SLURM_VERSIONS=22.05,26.05 names those that are to be tried.
 */
export function findSlurms(): readonly SlurmInstall[] {
  if (!requireTool('Slurm', process.getuid?.() === 0, 'only root can start a cluster')) return [];
  const host = slurmAt(null);
  requireTool('Slurm', host !== null, 'apt-get install slurm-wlm munge');
  const others = listChroots().map((chroot) => {
    const slurm = slurmAt(chroot);
    requireTool(`the Slurm of ${chroot}`, slurm !== null, 'scripts/slurm-chroot makes it');
    return slurm;
  });
  const wanted = process.env['RANKPLAN_SLURM_VERSIONS']?.split(',');
  return [host, ...others]
    .filter((install) => install !== null)
    .filter(({ version }) => wanted?.includes(version) ?? true)
    .sort((left, right) => (left.version < right.version ? -1 : 1));
}

function listChroots(): readonly string[] {
  const { status, stdout, stderr } = spawnSync(SLURM_CHROOT, ['--list'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${SLURM_CHROOT} --list: ${stderr}`);
  return stdout.trimEnd().split('\n');
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
