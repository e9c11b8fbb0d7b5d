import { planSchema } from '../../generated/schemas.ts';
import type { Reporter } from '../diagnostics/reporter.ts';
import { compareText } from '../diagnostics/reporter.ts';
import { isLine } from '../source/printable.ts';
import { parseDuration } from '../values/quantities.ts';
import { isChain, type OptionPlace, refusalOfOption, splitOption } from '../values/slurm-options.ts';
import { bindSection } from './bind-section.ts';
import { bindWords } from './bind-words.ts';
import { type TextEntry, textEntries, valueSpan } from './document.ts';
import type { Slurm, TopologyDocument } from './topology.ts';

type SlurmDocument = NonNullable<TopologyDocument['slurm']>;

/** What the section means differs with it. */
interface Surroundings {
  /** The topology's. */
  readonly name: string;
  /** Whether the job binds the nodes. */
  readonly isBound: boolean;
}

/** Decodes `slurm` into what the plan carries. */
export function bindSlurm(slurm: SlurmDocument, { name, isBound }: Surroundings, report: Reporter): Slurm {
  const { mail } = slurm;
  return bindSection('slurm', slurm, {
    time: bindTime(slurm, report),
    mem: slurm.mem === undefined ? null : String(slurm.mem),
    jobName: slurm.jobName ?? name,
    mail: mail === undefined ? null : { user: mail.user, type: mail.type ?? ['END', 'FAIL'] },
    array: bindArray(slurm, report),
    signal: bindSignal(slurm, report),
    exclusive: bindExclusive(slurm, report),
    directives: bindDirectives(slurm, isBound, report),
    setup: [...(slurm.setup ?? [])],
    srun: bindSrun(slurm, report),
    container: slurm.container === undefined ? null : bindContainer(slurm.container),
    healthCheck: bindWords(slurm.healthCheck, 'healthCheck', report),
  });
}

/**
 * minutes, M:S, H:M:S, D-H, D-H:M, D-H:M:S. Slurm takes 5:99 too, which is always a mistake. Texts that the topology's schema
 * leaves to this file are taken in the form of the plan's.
 */
const TIME = new RegExp(planSchema.properties.slurm.properties.time.pattern);

function bindTime(slurm: SlurmDocument, report: Reporter): string | null {
  if (slurm.time === undefined) return null;
  const time = String(slurm.time);
  if (TIME.test(time)) return time;
  report.error('RP2024', valueSpan(slurm, 'time'), `\`${time}\` is no time limit`, {
    help: `${adviseTime(time)}write minutes, M:S, H:M:S, D-H, D-H:M or D-H:M:S: "12:00:00", 1-0`,
  });
  return null;
}

/** `1h`, `12 hours`, `30min`, `2 days`: forms that other programs take. */
function adviseTime(time: string): string {
  const [, count = '', unit = ''] = /^(\d{1,4})\s*(m|h|d)(?:in|inutes?|rs?|ours?|ays?)?$/i.exec(time) ?? [];
  const forms: Readonly<Record<string, string>> = { m: count, h: `"${count}:00:00"`, d: `${count}-0` };
  const form = forms[unit.toLowerCase()];
  return form === undefined ? '' : `for ${time} write \`time: ${form}\`; else `;
}

function bindArray(slurm: SlurmDocument, report: Reporter): string | null {
  const { array } = slurm;
  if (array === undefined) return null;
  if (isChain(array)) return array;
  report.error('RP2024', valueSpan(slurm, 'array'), `\`${array}\` is no chain of runs`, {
    help: 'write 1-N%1: N runs, one at a time; runs side by side are jobs of their own',
  });
  return null;
}

function bindExclusive(slurm: SlurmDocument, report: Reporter): boolean {
  if (slurm.exclusive === true && slurm.allocation === 'shared') {
    report.error('RP2024', valueSpan(slurm, 'exclusive'), 'shared nodes are not had exclusively', {
      help: 'remove `exclusive`, or `allocation: shared`',
    });
  }
  return slurm.exclusive ?? true;
}

const MAX_SIGNAL_SECONDS = 65_535;

function bindSignal(slurm: SlurmDocument, report: Reporter): Slurm['signal'] {
  const { signal } = slurm;
  if (signal === undefined) return null;
  const beforeSeconds = parseDuration(signal.before);
  if (beforeSeconds !== null && beforeSeconds <= MAX_SIGNAL_SECONDS)
    return { name: signal.name, beforeSeconds };
  report.error(
    'RP2024',
    valueSpan(signal, 'before'),
    `\`${signal.before}\` is no duration of at most 65535 seconds`,
    {
      help: 'write seconds or a number with a unit: 60s, 5m',
    },
  );
  return null;
}

function bindDirectives(slurm: SlurmDocument, isBound: boolean, report: Reporter): Slurm['directives'] {
  if (slurm.directives === undefined) return {};
  const { directives } = slurm;
  const kept = textEntries(directives).filter((entry) =>
    checkDirective(
      entry,
      directives[entry.key],
      isBound ? 'bound job' : 'named job',
      slurm.container !== undefined,
      report,
    ),
  );
  return Object.fromEntries(
    kept
      .sort((a, b) => compareText(a.key, b.key))
      .map(({ key, text }) => [key, directives[key] === true ? null : text] as const),
  );
}

/** Options that sbatch refuses with a value. */
const TAKES_NO_VALUE: ReadonlySet<string> = new Set([
  'contiguous',
  'hold',
  'parsable',
  'reboot',
  'requeue',
  'spread-job',
  'use-min-nodes',
]);

function checkDirective(
  { key, text, keySpan, valueSpan }: TextEntry,
  value: unknown,
  place: OptionPlace,
  hasContainer: boolean,
  report: Reporter,
): boolean {
  if (!/^[a-z][a-z0-9_-]+$/.test(key)) {
    report.error('RP2032', keySpan(), `\`${key}\` is no long option of sbatch`, {
      help: 'write it without the dashes: `reservation: spring`',
    });
    return false;
  }
  const refusal = refusalOfOption({ name: key, value: text }, place, hasContainer);
  if (refusal !== null) {
    report.error('RP2032', keySpan(), `the directive \`${key}\` ${refusal.why}`, { help: refusal.help });
    return false;
  }
  if (value !== true && value !== false && TAKES_NO_VALUE.has(key)) {
    report.error('RP2032', valueSpan(), `\`${key}\` takes no value, and sbatch would refuse it with one`, {
      help: `write \`${key}: true\`, or leave the key out`,
    });
    return false;
  }
  if (value === false || text === '' || !isLine(text)) {
    report.error('RP2032', valueSpan(), `\`${key}\` needs a value on one line, or \`true\` for none`, {
      help: 'leave the key out if the option should not be given',
    });
    return false;
  }
  return true;
}

function bindSrun(slurm: SlurmDocument, report: Reporter): string[] {
  const { srun = [] } = slurm;
  srun.forEach((option, index) => {
    const named = splitOption(option);
    const refusal = refusalOfOption(named, 'step', slurm.container !== undefined);
    if (refusal !== null) {
      report.error('RP2032', valueSpan(srun, index), `the srun option \`--${named.name}\` ${refusal.why}`, {
        help: refusal.help,
      });
    } else if (!isLine(option)) {
      report.error('RP2027', valueSpan(srun, index), 'the srun option contains a control character', {
        help: 'remove it',
      });
    }
  });
  return [...srun];
}

function bindContainer(container: NonNullable<SlurmDocument['container']>): NonNullable<Slurm['container']> {
  const { image, runtime, mounts = [], workdir = null } = container;
  // Not every pyxis takes a path alone.
  return {
    image,
    runtime,
    mounts: mounts.map((mount) => (/:/.test(mount) ? mount : `${mount}:${mount}`)),
    workdir,
  };
}
