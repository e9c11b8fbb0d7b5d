import { compareText } from '../../compiler/diagnostics/reporter.ts';
import { STRATEGIES } from '../../compiler/mapping/strategies.ts';
import { oneLine } from '../../compiler/source/printable.ts';
import { formatRanges } from '../../compiler/values/number-list.ts';
import type { Gpu } from '../../generated/inventory.ts';
import type { Domain } from '../../runtime/network/network.ts';
import type { ClusterGpus } from '../../runtime/slurm/cluster.ts';
import type { Draft, DraftEntry, DraftLaunch, DraftMapping, DraftSlurm } from './draft.ts';
import type { JobSettings } from './launch/sbatch.ts';

/** A topology to start from: valid as it is, with the next things to want in comments. */
export const draftStarter = (hosts: string, gpus: number): Draft => ({
  summary: 'starter',
  origin: [
    'A topology to start from. `hosts` is a Slurm host list, such as dgx[01-04],lab1. Uneven GPUs stand one by one:',
    '  gpus: [{ index: 0, model: H100, score: 140 }, { index: 1-3, model: A100, score: 100 }]',
  ],
  entries: [{ hosts, gpus: gpus === 0 ? [] : [{ type: null, count: gpus }], cpuRanks: 4 }],
});

/** A draft as a topology in YAML, with the next things to want in comments; `schema`: a path for the editor's modeline. */
export function renderTopology(draft: Draft, name: string, schema: string | null): string {
  const { origin, entries, spared = [], slurm, mapping, launch, job } = draft;
  const lines = [
    ...(schema === null ? [] : [`# yaml-language-server: $schema=${schema}`]),
    ...origin.map((line) => `# ${oneLine(line)}`),
    '# Look it through before you use it: docs/language.md explains every key.',
    'version: 1',
    `name: ${JSON.stringify(name)}`,
    ...renderModels(entries),
    '',
    'nodes:',
    ...entries.flatMap(renderEntry),
    ...(spared.length === 0 ? [] : ['', ...spared.map((line) => `  # ${oneLine(line)}`)]),
    '',
    'mapping:',
    ...(mapping === undefined ? OPEN_MAPPING : renderMapping(mapping)),
    '',
    ...renderLaunch(launch ?? { port: slurm === undefined ? 29500 : null }),
    ...(slurm === undefined ? [] : renderSlurm(slurm)),
    ...(job == null ? [] : renderJob(job)),
  ];
  return `${lines.join('\n')}\n`;
}

function renderModels(entries: readonly DraftEntry[]): readonly string[] {
  const types = new Set(entries.flatMap(({ gpus }) => gpus.map(({ type }) => type)));
  const models = [...types].filter((type) => type !== null).sort(compareText);
  const title = 'models:                           # score: and memory: of a model allow ranking by them';
  const facts = models.map((name) => `  ${word(name)}: { gres: ${word(name)} }`);
  return models.length > 0 ? ['', title, ...facts] : [];
}

const [FIRST, ...OTHERS] = STRATEGIES.map(({ name, ranked }) => `${name}${ranked ? ' (needs scores)' : ''}`);

/** The strategy of a draft, with the others in a comment. */
export const STRATEGY_LINE = `${`  strategy: ${FIRST}`.padEnd(34)}# ${OTHERS.map((name) => `or ${name}`).join(', ')}`;

const OPEN_MAPPING = [
  STRATEGY_LINE,
  '  # worldSize: 8                  # without it, every slot above carries a rank',
];

function renderMapping({ order, exclude, ranks }: DraftMapping): readonly string[] {
  if (ranks !== null) return ['  strategy: explicit', '  ranks:', ...listItems(ranks)];
  const idle = ['  exclude:                        # GPUs without a rank', ...listItems(exclude)];
  const block = order === 'block' ? [] : [`  order: ${order}`];
  return [STRATEGY_LINE, ...block, ...(exclude.length === 0 ? [] : idle)];
}

const listItems = (texts: readonly string[]): readonly string[] => texts.map((text) => `    - ${word(text)}`);

function renderEntry(entry: DraftEntry): readonly string[] {
  const { hosts, isClass = false, domain = [], cpus = null, gpus, devices = [], cpuRanks = 1 } = entry;
  const usable = devices.filter(({ mig }) => mig !== true);
  return [
    ...devices
      .filter(({ mig }) => mig === true)
      .map(({ index }) => `  # GPU ${index} is in MIG mode: ranks can only be on its instances.`),
    `  - hosts: ${JSON.stringify(hosts)}`,
    ...(domain.length === 0 ? [] : [`    domain: ${renderDomain(domain)}`]),
    ...(isClass ? ['    bind: job'] : []),
    ...(cpus === null ? [] : [`    cpus: ${cpus}`]),
    ...(usable.length > 0 ? ['    gpus:', ...usable.map(renderDevice)] : []),
    ...(gpus.length > 0 ? renderGpus(gpus, entry.indices ?? null) : []),
    ...(gpus.length + usable.length > 0 ? [] : [`    cpuRanks: ${cpuRanks}`]),
  ];
}

function renderDevice({ index, model, memoryBytes, uuid, cpus, parent }: Gpu): string {
  const facts = [
    `index: ${index}`,
    ...(model == null ? [] : [`model: ${JSON.stringify(model)}`]),
    ...(memoryBytes == null ? [] : [`memory: ${formatMemory(memoryBytes)}`]),
    ...(uuid == null ? [] : [`uuid: ${JSON.stringify(uuid)}`]),
    ...(parent == null ? [] : [`parent: ${parent}`]),
    ...(cpus == null ? [] : [`cpus: ${JSON.stringify(cpus)}`]),
  ];
  return `      - { ${facts.join(', ')} }`;
}

/** Drivers count in MiB. */
const formatMemory = (bytes: number): string =>
  bytes % 2 ** 20 === 0 ? `${bytes / 2 ** 20}MiB` : String(bytes);

const renderDomain = (domain: Domain): string =>
  `{ ${domain.map(([level, name]) => `${level}: ${word(name)}`).join(', ')} }`;

function renderGpus(gpus: readonly ClusterGpus[], indices: readonly number[] | null): readonly string[] {
  const model = (type: string | null) => (type === null ? '' : `, model: ${word(type)}`);
  const [only] = gpus;
  const runs = indices === null ? [] : formatRanges(indices).split(',');
  if (indices !== null)
    return ['    gpus:', ...runs.map((run) => `      - { index: ${run}${model(only?.type ?? null)} }`)];
  if (gpus.length === 1 && only !== undefined)
    return [`    gpus: { count: ${only.count}${model(only.type)} }`];
  let first = 0;
  const items = gpus.map(({ type, count }) => {
    const index = count === 1 ? `${first}` : `${first}-${first + count - 1}`;
    first += count;
    return `      - { index: ${index}${model(type)} }`;
  });
  return [
    '    gpus:                         # which index is which type: see `nvidia-smi -L` there',
    ...items,
  ];
}

const COMMAND = '  # command: [python, train.py]   # without it: give the command to the launcher';

/** A longer command stands in lines of its own. */
const MAX_LINE = 100;

function renderLaunch(launch: Partial<DraftLaunch>): readonly string[] {
  const { command = null, wrap = [], env = [], port = null, leftOut = [] } = launch;
  const lines = [
    ...(wrap.length === 0 ? [] : renderWords('wrap', wrap)),
    ...(command === null ? [] : renderWords('command', command)),
    ...(port === null ? [] : [`  master: { port: ${port} }`]),
    ...(env.length === 0 ? [] : ['  env:', ...env.map(([name, value]) => `    ${name}: ${word(value)}`)]),
  ];
  return [
    lines.length === 0 ? '# launch:' : 'launch:',
    ...(command === null ? [COMMAND] : []),
    ...lines,
    ...renderLeftOut(leftOut),
  ];
}

function renderWords(key: string, texts: readonly string[]): readonly string[] {
  const line = `  ${key}: [${texts.map(word).join(', ')}]`;
  return line.length > MAX_LINE ? [`  ${key}:`, ...listItems(texts)] : [line];
}

const renderLeftOut = (names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`  # not taken over: ${oneLine(names.join(', '))}`];

function renderJob({ settings, container, leftOut }: JobSettings): readonly string[] {
  const mounts = container?.mounts ?? [];
  return [
    '',
    settings.length === 0 && container === null ? 'slurm: {}' : 'slurm:',
    ...settings.map(([key, value]) => `  ${key}: ${typeof value === 'number' ? value : word(value)}`),
    ...(container === null
      ? []
      : ['  container:', '    runtime: pyxis', `    image: ${word(container.image)}`]),
    ...(mounts.length === 0 ? [] : ['    mounts:', ...mounts.map((mount) => `      - ${word(mount)}`)]),
    ...renderLeftOut(leftOut.map((name) => `--${name}`)),
  ];
}

function renderSlurm({ partition, candidates, maxTime }: DraftSlurm): readonly string[] {
  if (partition !== null)
    return [
      '',
      'slurm:',
      `  partition: ${word(partition)}`,
      maxTime === null
        ? '  # time: "12:00:00"'
        : `${`  # time: "${maxTime}"`.padEnd(34)}# the longest of this partition`,
    ];
  const names = candidates.length === 0 ? '' : ` (there are ${candidates.join(', ')})`;
  return [
    '',
    `# ${oneLine(`No one partition has all of these nodes${names}`)}: \`init --partition\` takes one.`,
    'slurm: {}',
  ];
}

/** A name as YAML: quoted where it could be read as something else than a text. */
function word(text: string): string {
  const isPlain =
    /^([A-Za-z][A-Za-z0-9_.-]*|-?-[A-Za-z][A-Za-z0-9_-]*)$/.test(text) &&
    !/^(true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
