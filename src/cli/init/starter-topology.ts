import { STRATEGIES } from '../../compiler/mapping/strategies.ts';

interface Starter {
  readonly name: string;
  readonly hosts: string;
  /** GPUs of each host; 0 for CPU ranks. */
  readonly gpus: number;
  /** A path for the editor's modeline, or null. */
  readonly schema: string | null;
}

const [FIRST, ...OTHERS] = STRATEGIES.map(({ name, ranked }) => `${name}${ranked ? ' (needs scores)' : ''}`);

/** The strategy of a draft, with the others in a comment. */
export const STRATEGY_LINE = `${`  strategy: ${FIRST}`.padEnd(34)}# ${OTHERS.map((name) => `or ${name}`).join(', ')}`;

/** A topology to start from: valid as it is, with the next things to want in comments. */
export function renderStarter({ name, hosts, gpus, schema }: Starter): string {
  const modeline = schema === null ? '' : `# yaml-language-server: $schema=${schema}\n`;
  const slots =
    gpus === 0 ? 'cpuRanks: 4                   # no GPU: four CPU slots' : `gpus: { count: ${gpus} }`;
  return `${modeline}# A rankplan topology: docs/language.md explains every key.
version: 1
name: ${JSON.stringify(name)}

nodes:
  - hosts: ${JSON.stringify(hosts)}        # a Slurm host list: dgx[01-04],lab1
    ${slots}
    # Uneven GPUs, one by one:
    # gpus:
    #   - { index: 0, model: H100, score: 140 }
    #   - { index: 1-3, model: A100, score: 100 }

mapping:
${STRATEGY_LINE}

launch:
  # command: [python, train.py]   # without it: rankplan run -- python train.py
  master: { port: 29500 }
`;
}
