import { valueSpan } from '../syntax/document.ts';
import { findWithheldCpus } from '../values/slurm-cpus.ts';
import type { MappedContext, TopologyContext } from './rule.ts';

/** If a step requests more CPUs than a node has, Slurm refuses it or waits for ever. */
export function cpusPerTask({ settings, inventory, ranks, places, report }: MappedContext): void {
  const wanted = settings.slurm?.cpusPerTask ?? null;
  if (wanted === null) return;
  for (const [index, { name, cpus }] of inventory.nodes.entries()) {
    const here = ranks.ranksOnNode[index] ?? 0;
    if (cpus === null || here * wanted <= cpus) continue;
    const message = `${here} ranks of ${wanted} CPUs need ${here * wanted}, but ${name} has ${cpus}`;
    report.error('RP3026', places.setting('slurm', 'cpusPerTask'), message, {
      help:
        here > cpus
          ? 'remove `cpusPerTask`, so that ranks share CPUs, or map fewer ranks to the node'
          : `set \`cpusPerTask: ${Math.floor(cpus / here)}\` or less`,
    });
    return;
  }
}

/** A job without `--exclusive` gets the CPUs that it requests: by default one for each task. */
export function unknownCpus({ settings: { slurm }, inventory, ranks, places, report }: MappedContext): void {
  if (slurm === null || slurm.cpusPerTask !== null) return;
  const isShared = slurm.allocation === 'shared';
  if (!isShared && slurm.exclusive !== false) return;
  const withheld = findWithheldCpus(slurm);
  const nameless = inventory.nodes.find(
    ({ cpus }, node) => cpus === null && (ranks.ranksOnNode[node] ?? 0) > 0,
  );
  if (withheld === null && (nameless === undefined || isShared)) return;
  const why =
    withheld === null
      ? `those of ${nameless?.name} are not known`
      : `with \`${withheld}\` it gets fewer than a node has`;
  const message = `without \`--exclusive\` the job must say how many CPUs it needs, and ${why}`;
  report.error('RP3030', places.setting('slurm', isShared ? 'allocation' : 'exclusive'), message, {
    help: `write ${withheld === null ? '`cpus` on the entries of `nodes`, or ' : ''}\`slurm.cpusPerTask\``,
  });
}

/** `24:00` is 24 minutes to Slurm, which ends the job then; users who mean hours must write the seconds, too. */
export function shortTimeLimit({ topology: { source, slurm }, report }: TopologyContext): void {
  const time = slurm?.time ?? '';
  if (source.slurm === undefined || !/^\d{1,3}:(00|15|30|45)$/.test(time)) return;
  report.warning('RP2034', valueSpan(source.slurm, 'time'), `\`${time}\` is minutes and seconds`, {
    help: `if hours are meant, write \`time: "${time}:00"\`; if minutes are, \`time: ${Number.parseInt(time, 10)}\``,
  });
}

const RUNTIMES = ['apptainer', 'singularity', 'enroot', 'docker', 'podman', 'ch-run', 'shifter'];

/** job.sbatch runs the wrapped command in the container, where that runtime is not, or makes another inside. */
export function nestedContainers({ topology: { launch, slurm }, report }: TopologyContext): void {
  if (slurm?.container == null || launch.wrap === null) return;
  const runtime = launch.wrap.find((word) => RUNTIMES.includes(word.slice(word.lastIndexOf('/') + 1)));
  if (runtime === undefined) return;
  const message = `job.sbatch runs \`${runtime}\` of \`launch.wrap\` inside the container of \`slurm.container\``;
  const help = 'keep one of the two: `launch.wrap` is for launch.sh, run and job.sbatch alike';
  report.warning('RP3033', valueSpan(launch.source as object, 'wrap'), message, { help });
}
