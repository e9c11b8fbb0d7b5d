import type { Span } from '../../../compiler/source/source-file.ts';

/** A word of a command or of a configuration, with its place. */
export interface Word {
  readonly text: string;
  readonly span: Span;
}

/** Options by long name, which remember which of them were looked at: a topology has no place for the others. */
export class Options extends Map<string, Word> {
  readonly #read = new Set<string>();

  override get(name: string): Word | undefined {
    this.#read.add(name);
    return super.get(name);
  }

  override has(name: string): boolean {
    this.#read.add(name);
    return super.has(name);
  }

  /** The names of those that nothing looked at. What is switched off is not missed. */
  unread(): readonly string[] {
    const isMissed = ([name, { text }]: readonly [string, Word]) =>
      !this.#read.has(name) && !SILENT.some((form) => form.test(name)) && !/^(no|false)$/i.test(text);
    return [...this].filter(isMissed).map(([name]) => name);
  }
}

/** Options of launchers and Slurm that no topology is missed for. */
const SILENT: readonly RegExp[] = [
  // How machines and processes reach each other: the plan has its own way.
  /^(master-addr|main-process-ip|local-addr|machine-rank|node-rank|rdzv-\w+|same-network|launcher|force-multi)$/,
  /^(no-ssh|no-ssh-check|no-local-rank|use-env|run-path|allow-run-as-root|main-training-function|multi-gpu)$/,
  // Options for names, output and waiting.
  /^(quiet|verbose|label|error|output|unbuffered|tag-output|report-bindings|display-map|job-name|jobid)$/,
  /^(wait|kill-on-bad-exit)$/,
  // Options that the map already covers, also if another option comes first.
  /^(nodes|nodelist|ntasks(-per-\w+)?|tasks-per-node|gpus(-per-\w+)?|gres|gpu-bind|cpus-per-task)$/,
  /^(distribution|oversubscribe|byslot|env)$/,
];
