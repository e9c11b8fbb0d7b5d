import { positionAt, type SourceFile } from '../../../compiler/source/source-file.ts';
import { readOptions } from '../../../compiler/values/command-options.ts';
import { SLURM_GRAMMAR } from '../../../compiler/values/launcher-options.ts';
import type { Launcher } from '../../../compiler/values/launchers.ts';
import { type Command, readScript } from '../shell/read-script.ts';
import { createScope } from '../shell/scope.ts';
import { readAccelerate } from './accelerate.ts';
import { readDeepspeed } from './deepspeed.ts';
import { findLauncher, isAside, isPythonProgram } from './find-launcher.ts';
import { assume, type Job, type LaunchMap, refuse, type Step, type Surroundings } from './launch-map.ts';
import { readMpirun } from './mpirun.ts';
import { jobVariables, readJob } from './sbatch.ts';
import { firstStep, readStep, readTasks } from './srun.ts';
import { readTorchrun } from './torchrun.ts';

export interface ReadLaunch {
  readonly map: LaunchMap;
  readonly job: Job | null;
}

type Given = Pick<Surroundings, 'report' | 'read' | 'gpus'>;

/** Reads where a script puts its ranks. Nothing is run; what only running tells is refused, with its line. */
export function readLaunch(file: SourceFile, given: Given): ReadLaunch | null {
  const { report } = given;
  const whole = { file, start: 0, end: 0 };
  const job = readJob(file, report);
  const groups = job?.options.get('het-group');
  if (groups !== undefined)
    return refuse(
      report,
      groups.span,
      'the job has several groups of nodes',
      'write the nodes into a topology of your own: it makes such a job',
    );
  const base: Surroundings = { ...given, job, step: null, environment: new Map(), span: whole };
  const step = job === null ? null : firstStep(job.options, base);
  if (job !== null && step === null) return null;
  const commands = readScript(file, createScope(variablesOf(job, step)), report);
  if (report.errorCount() > 0) return null;
  const map = chooseLaunch(commands, { ...base, step }, file);
  return map && { map, job };
}

function variablesOf(job: Job | null, step: Step | null): ReadonlyMap<string, string> {
  if (job === null || step === null) return new Map();
  const nodes = String(step.nodes.length);
  const gpus: readonly (readonly [string, string])[] =
    step.gpus === null ? [] : [['SLURM_GPUS_ON_NODE', String(step.gpus.count)]];
  return new Map([['SLURM_NNODES', nodes], ['SLURM_JOB_NUM_NODES', nodes], ...gpus, ...jobVariables(job)]);
}

/** A command that starts ranks. */
interface Site {
  readonly command: Command;
  readonly environment: Command['environment'];
  readonly launcher: Launcher | null;
}

/** More launches than a person looks through. */
const MAX_SITES = 100;

function chooseLaunch(
  commands: readonly Command[],
  surroundings: Surroundings,
  file: SourceFile,
): LaunchMap | null {
  const { report, job } = surroundings;
  const launches = listSites(commands, new Map());
  const sites = launches.length > 0 || job === null ? launches : commands.filter(isPythonProgram).map(siteOf);
  const maps: LaunchMap[] = [];
  for (const site of sites.slice(0, MAX_SITES)) {
    const map = readSite(site, surroundings);
    if (map === null) return null;
    maps.push(map);
  }
  const [first, ...others] = maps;
  if (first === undefined) return refuseEmpty(report, file);
  const other = others.find((map) => keyOf(map) !== keyOf(first));
  if (other === undefined) {
    if (others.length > 0)
      assume(
        report,
        others[0]?.span ?? first.span,
        'the script has other launches with the same map; the command is that of the first',
        'write a topology for each command',
      );
    return first;
  }
  const line = positionAt(file, first.span.start).line;
  return refuse(
    report,
    other.span,
    `this launch has another map than that of line ${line}`,
    'make a copy of the script for each launch, and read them one by one',
  );
}

const keyOf = ({ nodes, order }: LaunchMap): string => JSON.stringify([nodes, order]);

const siteOf = (command: Command): Site => ({ command, environment: command.environment, launcher: null });

/** Launches, also those in a text for another shell, unless srun starts that shell. */
function listSites(commands: readonly Command[], outer: Command['environment']): readonly Site[] {
  return commands.flatMap((command) => {
    const environment = new Map([...outer, ...command.environment]);
    const launcher = findLauncher(command.words)?.launcher ?? null;
    if (launcher === null) return listSites(command.inner ?? [], environment);
    const isOfNote = launcher !== 'srun' || !isAside(programOfSrun(command));
    return isOfNote ? [{ command, environment, launcher }] : [];
  });
}

const programOfSrun = ({ words }: Command) =>
  readOptions(findLauncher(words)?.words ?? [], SLURM_GRAMMAR).program;

function refuseEmpty(report: Surroundings['report'], file: SourceFile): null {
  report.error('RP5119', { file, start: 0, end: 0 }, 'the script starts no launcher that is known', {
    help: 'known are torchrun, accelerate launch, deepspeed, mpirun, horovodrun and srun, and no program that starts its ranks itself (`mp.spawn`); begin with `rankplan init --host HOSTS --gpus N`',
  });
  return null;
}

function readSite({ command, environment, launcher }: Site, outer: Surroundings): LaunchMap | null {
  const surroundings = { ...outer, environment, span: command.words[0]?.span ?? command.span };
  const { report, span } = surroundings;
  if (command.where === 'repeatedly' && command.isBackground)
    return refuse(
      report,
      span,
      'the launch is started several times at once, by a loop',
      'start the ranks of all nodes by one srun',
    );
  if (command.where === 'repeatedly')
    assume(
      report,
      span,
      'the launch stands in a loop; the plan is for one round',
      'start the job once for each',
    );
  if (command.where === 'sometimes')
    assume(
      report,
      span,
      'the launch stands in an `if`, a `case` or a function, and is taken as run',
      'look whether it is',
    );
  for (const name of command.hidden)
    assume(
      report,
      span,
      `${name} is set, but not exported: the launch does not see it`,
      `write \`export ${name}=…\``,
    );
  const words = findLauncher(command.words)?.words ?? command.words;
  if (launcher === null) return readTasks(new Map(), words, surroundings);
  return launcher === 'srun' ? readSrun(command, surroundings) : READERS[launcher](words, surroundings);
}

const READERS = {
  torchrun: readTorchrun,
  accelerate: readAccelerate,
  deepspeed: readDeepspeed,
  mpirun: readMpirun,
};

/** srun, and the launcher that it starts, if it starts one. */
function readSrun(command: Command, surroundings: Surroundings): LaunchMap | null {
  const words = findLauncher(command.words)?.words ?? [];
  const { values, program } = readOptions(words, SLURM_GRAMMAR);
  const step = readStep(surroundings.job?.options ?? new Map(), values, surroundings);
  if (step === null) return null;
  const started = { ...surroundings, step, job: surroundings.job ?? { options: values } };
  const [first] = program;
  const nested = findLauncher(program, true);
  if (nested !== null && nested.launcher !== 'srun') return READERS[nested.launcher](nested.words, started);
  const [inner] = listSites(command.inner ?? [], surroundings.environment);
  if (inner !== undefined && inner.launcher !== 'srun') return readSite(inner, started);
  if (first?.unknown != null)
    return refuse(surroundings.report, first.span, `what srun starts is not known: ${first.unknown}`);
  return readTasks(new Map([...(surroundings.job?.options ?? []), ...values]), program, started);
}
