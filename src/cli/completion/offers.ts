import { bashCompletion, fishCompletion, zshCompletion } from '../../generated/assets.ts';

/** What can stand in place of a word; it is shown with its description. */
export interface Candidate {
  readonly value: string;
  readonly description: string;
}

/** Each calls `rankplan completion` at every TAB, so verbs are declared in one place. */
export const SHELL_SCRIPTS: Readonly<Record<string, string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Marks for the shell, which completes files and folders itself: it knows how to quote them. */
export const MARKS: readonly string[] = [':files', ':folders'];

const plain = (values: readonly string[]): readonly Candidate[] =>
  values.map((value) => ({ value, description: '' }));

type Offer = (current: string) => readonly Candidate[] | Promise<readonly Candidate[]>;

/** Offers files, also for arguments that the table does not name. */
export const offerFiles: Offer = () => plain([':files']);

async function offerCodes(): Promise<readonly Candidate[]> {
  const { CATALOG } = await import('../../compiler/diagnostics/catalog.ts');
  return CATALOG.map(({ code, title }) => ({ value: code, description: title }));
}

/** The offers for values of options and arguments, by the name of the value in the declaration. */
export const OFFERS: Readonly<Record<string, Offer>> = {
  file: offerFiles,
  what: (current) => (/^RP/.test(current) ? offerCodes() : plain([':files'])),
  dir: () => plain([':folders']),
  shell: () => plain(Object.keys(SHELL_SCRIPTS)),
  codes: offerCodes,
  async emitters() {
    const { EMITTERS } = await import('../../emitters/emit-plan.ts');
    return EMITTERS.map(({ name, summary }) => ({ value: name, description: summary }));
  },
};
