import { planSchema } from '../../generated/schemas.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import { isLine } from '../source/printable.ts';
import { isChain, type OptionPlace, refusalOfOption, splitOption } from '../values/slurm-options.ts';
import { parseTimeLimit } from '../values/time-limit.ts';
import { bindSection } from './bind-section.ts';
import { decode, decodeWords, durationUpTo, Refusal, sortTexts } from './decode.ts';
import { type TextEntry, textEntries, valueSpan } from './document.ts';
import type { Slurm, TopologyDocument } from './topology.ts';

type SlurmDocument = NonNullable<TopologyDocument['slurm']>;

/** Decodes `slurm` into what the plan carries. `name` is the topology's; `isBound`: the job binds the nodes. */
export function bindSlurm(slurm: SlurmDocument, name: string, isBound: boolean, report: Reporter): Slurm {
  const { mail, container, signal } = slurm;
  const time = decode(slurm, 'time', report, decodeTime);
  const beforeSeconds = decode(signal, 'before', report, (before) => decodeBefore(before, time));
  return bindSection('slurm', slurm, {
    time,
    mem: slurm.mem === undefined ? null : String(slurm.mem),
    jobName: slurm.jobName ?? name,
    mail: mail === undefined ? null : { user: mail.user, type: mail.type ?? ['END', 'FAIL'] },
    array: decode(slurm, 'array', report, decodeArray),
    signal: signal === undefined || beforeSeconds === null ? null : { name: signal.name, beforeSeconds },
    exclusive: bindExclusive(slurm, report),
    directives: bindDirectives(slurm, isBound, report),
    setup: [...(slurm.setup ?? [])],
    srun: bindSrun(slurm, report),
    container: container === undefined ? null : bindContainer(container),
    healthCheck: decodeWords(slurm.healthCheck, 'healthCheck', report),
  });
}

/**
 * minutes, M:S, H:M:S, D-H, D-H:M, D-H:M:S. Slurm takes 5:99 too, which is always a mistake. Texts that the topology's schema
 * leaves to this file are taken in the form of the plan's.
 */
const TIME = new RegExp(planSchema.properties.slurm.properties.time.pattern);

function decodeTime(value: string | number): string | Refusal {
  const time = String(value);
  if (TIME.test(time)) return time;
  const help = `${adviseTime(time)}write minutes, M:S, H:M:S, D-H, D-H:M or D-H:M:S: "12:00:00", 1-0`;
  return new Refusal('RP2024', `\`${time}\` is no time limit`, help);
}

/** `1h`, `12 hours`, `30min`, `2 days`: forms that other programs take. */
function adviseTime(time: string): string {
  const [, count = '', unit = ''] = /^(\d{1,4})\s*(m|h|d)(?:in|inutes?|rs?|ours?|ays?)?$/i.exec(time) ?? [];
  const forms: Readonly<Record<string, string>> = { m: count, h: `"${count}:00:00"`, d: `${count}-0` };
  const form = forms[unit.toLowerCase()];
  return form === undefined ? '' : `for ${time} write \`time: ${form}\`; else `;
}

function decodeArray(array: string): string | Refusal {
  if (isChain(array)) return array;
  const help = 'write 1-N%1: N runs, one at a time; runs side by side are jobs of their own';
  return new Refusal('RP2024', `\`${array}\` is no chain of runs`, help);
}

function bindExclusive(slurm: SlurmDocument, report: Reporter): boolean {
  if (slurm.exclusive === true && slurm.allocation === 'shared') {
    const help = 'remove `exclusive`, or `allocation: shared`';
    report.error('RP2024', valueSpan(slurm, 'exclusive'), 'shared nodes are not had exclusively', { help });
  }
  return slurm.exclusive ?? true;
}

const readBefore = durationUpTo(65_535, '65535 seconds', 'RP2024');

/** A signal that is due before the start comes within half a minute of it (Slurm 22.05, 24.11, 26.05). */
function decodeBefore(before: string | number, time: string | null): number | Refusal {
  const seconds = readBefore(before);
  const limit = 60 * (parseTimeLimit(time ?? '') ?? Number.POSITIVE_INFINITY);
  if (seconds instanceof Refusal || seconds < limit) return seconds;
  const message = `\`${before}\` before a time limit of \`${time}\` is when the job starts`;
  return new Refusal('RP2024', message, 'write less than `time`: as long as saving takes, and some more');
}

function bindDirectives(slurm: SlurmDocument, isBound: boolean, report: Reporter): Slurm['directives'] {
  const { directives = {}, container } = slurm;
  if (slurm.directives === undefined) return {};
  const place = isBound ? 'bound job' : 'named job';
  const kept = textEntries(directives).filter((entry) => {
    const badName = refuseName(entry, place, container !== undefined);
    const refusal = badName ?? refuseValue(entry, directives[entry.key]);
    const span = badName === null ? entry.valueSpan : entry.keySpan;
    if (refusal !== null) report.error(refusal.code, span(), refusal.message, { help: refusal.help });
    return refusal === null;
  });
  const texts = sortTexts(kept);
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, directives[key] === true ? null : text]),
  );
}

function refuseName({ key, text }: TextEntry, place: OptionPlace, hasContainer: boolean): Refusal | null {
  if (!/^[a-z][a-z0-9_-]+$/.test(key)) {
    const help = 'write it without the dashes: `reservation: spring`';
    return new Refusal('RP2032', `\`${key}\` is no long option of sbatch`, help);
  }
  const refusal = refusalOfOption({ name: key, value: text }, place, hasContainer);
  return refusal && new Refusal('RP2032', `the directive \`${key}\` ${refusal.why}`, refusal.help);
}

function refuseValue({ key, text }: TextEntry, value: unknown): Refusal | null {
  if (typeof value !== 'boolean' && TAKES_NO_VALUE.has(key)) {
    const message = `\`${key}\` takes no value, and sbatch would refuse it with one`;
    return new Refusal('RP2032', message, `write \`${key}: true\`, or leave the key out`);
  }
  if (value !== false && text !== '' && isLine(text)) return null;
  const message = `\`${key}\` needs a value on one line, or \`true\` for none`;
  return new Refusal('RP2032', message, 'leave the key out if the option should not be given');
}

/** Options that sbatch refuses with a value. */
const TAKES_NO_VALUE: ReadonlySet<string> = new Set([
  ...['contiguous', 'hold', 'parsable', 'reboot', 'requeue', 'spread-job', 'use-min-nodes'],
]);

function bindSrun({ srun = [], container }: SlurmDocument, report: Reporter): string[] {
  for (const index of srun.keys()) {
    decode(srun, index, report, (option) => {
      const named = splitOption(option);
      const refusal = refusalOfOption(named, 'step', container !== undefined);
      if (refusal !== null)
        return new Refusal('RP2032', `the srun option \`--${named.name}\` ${refusal.why}`, refusal.help);
      return isLine(option)
        ? option
        : new Refusal('RP2027', 'the srun option contains a control character', 'remove it');
    });
  }
  return [...srun];
}

function bindContainer(container: NonNullable<SlurmDocument['container']>): NonNullable<Slurm['container']> {
  const { image, runtime, mounts = [], workdir = null } = container;
  // Not every pyxis takes a path alone.
  const pairs = mounts.map((mount) => (mount.includes(':') ? mount : `${mount}:${mount}`));
  return { image, runtime, mounts: pairs, workdir };
}
