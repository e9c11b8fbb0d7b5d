/** What a command line says of the GPUs of the server that it starts. Null: not said, or not as a number. */
export interface ServerWords {
  readonly kind: 'vllm' | 'sglang';
  /** How many GPUs all its engines have together; null if some words leave that open. */
  readonly gpus: number | null;
  readonly tensorParallel: number;
  /** `prefill` or `decode`, where it serves one stage. */
  readonly stage: string | null;
  /** Where the words that say so stand. */
  readonly at: number;
  readonly port: { readonly number: number; readonly at: number } | null;
  readonly host: { readonly name: string; readonly at: number } | null;
}

const base = (word: string): string => word.slice(word.lastIndexOf('/') + 1);

/** vLLM and TRL's server, which is one of vLLM; SGLang. */
function kindOf(words: readonly string[]): ServerWords['kind'] | null {
  const has = (...run: readonly string[]): boolean =>
    words.some((_, at) => run.every((word, i) => base(words[at + i] ?? '') === word));
  if (has('vllm', 'serve') || has('vllm.entrypoints.openai.api_server')) return 'vllm';
  if (has('trl', 'vllm-serve') || has('trl.scripts.vllm_serve')) return 'vllm';
  return has('sglang.launch_server') || has('sglang', 'serve') ? 'sglang' : null;
}

const OPTIONS = {
  tensor: ['--tensor-parallel-size', '-tp', '--tp-size', '--tp'],
  pipeline: ['--pipeline-parallel-size', '-pp', '--pp-size', '--pp'],
  data: ['--data-parallel-size', '-dp', '--dp-size', '--dp'],
} as const;

/** With these another process has a part of the engines, or the data parallel ranks are among the tensor parallel ones. */
const OPEN =
  /^--(data-parallel-(size-local|start-rank|address|rank|hybrid-lb|external-lb|backend)|headless)$/;

/** The value of an option, and where it stands; both programs take `_` for `-`. */
function find(words: readonly string[], names: readonly string[]) {
  for (const [at, word] of words.entries()) {
    const [name = '', value] = word.split('=', 2);
    const plain = name.startsWith('--') ? name.replaceAll('_', '-') : name;
    if (names.includes(plain)) return { value: value ?? words[at + 1] ?? '', at };
  }
  return null;
}

/** Reads the words of a server that is known; null for any other program. */
export function readServer(words: readonly string[]): ServerWords | null {
  const kind = kindOf(words);
  if (kind === null) return null;
  const found = Object.values(OPTIONS).map((names) => find(words, names));
  const [tensor = 1, pipeline = 1, data = 1] = found.map((one) => (one === null ? 1 : Number(one.value)));
  const isInside = find(words, ['--enable-dp-attention']) !== null;
  const isOpen = words.some((word) => OPEN.test((word.split('=')[0] ?? '').replaceAll('_', '-')));
  const gpus = tensor * pipeline * (isInside ? 1 : data);
  const port = find(words, ['--port']);
  const host = find(words, ['--host']);
  return {
    kind,
    gpus: isOpen || !Number.isSafeInteger(gpus) || gpus < 1 ? null : gpus,
    tensorParallel: tensor,
    stage: find(words, ['--disaggregation-mode'])?.value ?? null,
    at: found.find((one) => one !== null)?.at ?? 0,
    port: port !== null && /^\d+$/.test(port.value) ? { number: Number(port.value), at: port.at } : null,
    host: host === null ? null : { name: host.value, at: host.at },
  };
}
