/** A port that a server wants: its number is written out, or is the default; a placeholder gives each process another. */
export interface ServerPort {
  readonly number: number;
  /** The option or variable that says so, or would. */
  readonly by: string;
  /** Which word says so, or why it listens at all; null: a variable does. */
  readonly at: number | null;
  readonly isDefault: boolean;
}

/** What a command line says of the GPUs of the server that it starts. Null: not said, or not as a number. */
export interface ServerWords {
  /** How many GPUs all its engines have together; null if some words leave that open. */
  readonly gpus: number | null;
  readonly tensorParallel: number;
  /** `prefill` or `decode`, where it serves one stage. */
  readonly stage: string | null;
  /** Where the words that say so stand. */
  readonly at: number;
  readonly ports: readonly ServerPort[];
  readonly host: { readonly name: string; readonly at: number } | null;
  /** Where NIXL is named, by which vLLM moves caches; null where it is not. */
  readonly nixl: number | null;
}

const base = (word: string): string => word.slice(word.lastIndexOf('/') + 1);

/** vLLM, TRL's server, which is one of vLLM, and SGLang: words that start one, and its port of HTTP. Dynamo's have none. */
const SERVERS: readonly (readonly [kind: 'vllm' | 'sglang', port: number | null, ...run: string[]])[] = [
  ['vllm', 8000, 'vllm', 'serve'],
  ['vllm', 8000, 'vllm.entrypoints.openai.api_server'],
  ['vllm', 8000, 'trl', 'vllm-serve'],
  ['vllm', 8000, 'trl.scripts.vllm_serve'],
  ['vllm', null, 'dynamo.vllm'],
  ['sglang', 30_000, 'sglang.launch_server'],
  ['sglang', 30_000, 'sglang', 'serve'],
  ['sglang', null, 'dynamo.sglang'],
];

const OPTIONS = {
  tensor: ['--tensor-parallel-size', '-tp', '--tp-size', '--tp'],
  pipeline: ['--pipeline-parallel-size', '-pp', '--pp-size', '--pp'],
  data: ['--data-parallel-size', '-dp', '--dp-size', '--dp'],
} as const;

/** With these another process has a part of the engines, or the data parallel ranks are among the tensor parallel ones. */
const OPEN =
  /^--(data-parallel-(size-local|start-rank|address|rank|hybrid-lb|external-lb|backend)|headless)$/;

/** The value of an option, and where it stands; both programs take `_` for `-`. */
function find(words: readonly string[], ...names: readonly string[]) {
  for (const [at, word] of words.entries()) {
    const [name = '', value] = word.split('=', 2);
    const plain = name.startsWith('--') ? name.replaceAll('_', '-') : name;
    if (names.includes(plain)) return { value: value ?? words[at + 1] ?? '', at };
  }
  return null;
}

const STAGES: Readonly<Record<string, string>> = { producer: 'prefill', consumer: 'decode' };

/** Reads the words and the variables of a server that is known; null for any other program. */
export function readServer(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ServerWords | null {
  const server = SERVERS.find(([, , ...run]) =>
    words.some((_, at) => run.every((word, i) => base(words[at + i] ?? '') === word)),
  );
  if (server === undefined) return null;
  const [kind, standard] = server;
  // A file may say the port, and a headless engine has none.
  const http = find(words, '--config', '--headless') === null ? standard : null;
  const found = Object.values(OPTIONS).map((names) => find(words, ...names));
  const [tensor = 1, pipeline = 1, data = 1] = found.map((one) => (one === null ? 1 : Number(one.value)));
  const isInside = find(words, '--enable-dp-attention') !== null;
  const isOpen = words.some((word) => OPEN.test((word.split('=')[0] ?? '').replaceAll('_', '-')));
  const gpus = tensor * pipeline * (isInside ? 1 : data);
  const host = find(words, '--host');
  const [, role = ''] = /kv_role\W+kv_(producer|consumer)/.exec(words.join(' ')) ?? [];
  const mode = find(words, '--disaggregation-mode');
  const stage = mode?.value ?? STAGES[role] ?? null;
  const connector = words.findIndex((word) => word.includes('NixlConnector'));
  const nixl = kind === 'vllm' && connector >= 0 ? connector : null;
  const listen = (by: string, usual: number | null, from: number): ServerPort | readonly never[] => {
    const said = find(words, by) ?? (env[by] === undefined ? null : { value: env[by], at: null });
    const isDefault = said === null;
    const number = isDefault ? usual : /^\d+$/.test(said.value) ? Number(said.value) : null;
    return number === null ? [] : { by, number, at: isDefault ? from : said.at, isDefault };
  };
  const isPrefill = kind === 'sglang' && stage === 'prefill';
  return {
    gpus: isOpen || !Number.isSafeInteger(gpus) || gpus < 1 ? null : gpus,
    tensorParallel: tensor,
    stage,
    at: found.find((one) => one !== null)?.at ?? 0,
    ports: [
      listen('--port', http, 0),
      listen('--disaggregation-bootstrap-port', isPrefill ? 8998 : null, mode?.at ?? 0),
      listen('VLLM_NIXL_SIDE_CHANNEL_PORT', nixl === null ? null : 5600, nixl ?? 0),
    ].flat(),
    host: host === null ? null : { name: host.value, at: host.at },
    nixl,
  };
}
