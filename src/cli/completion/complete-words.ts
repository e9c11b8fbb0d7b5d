import type { Command, Option } from 'commander';
import { bashCompletion, fishCompletion, zshCompletion } from '../../generated/assets.ts';

/** What can stand in place of a word; it is shown with its description. */
interface Candidate {
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
const MARKS: readonly string[] = [':files', ':folders'];

const plain = (values: readonly string[]): readonly Candidate[] =>
  values.map((value) => ({ value, description: '' }));

type Offer = (current: string) => readonly Candidate[] | Promise<readonly Candidate[]>;

/** Offers files, also for arguments that the table does not name. */
const offerFiles: Offer = () => plain([':files']);

async function offerCodes(): Promise<readonly Candidate[]> {
  const { CATALOG } = await import('../../compiler/diagnostics/catalog.ts');
  return CATALOG.map(({ code, title }) => ({ value: code, description: title }));
}

/** The offers for values of options and arguments, by the name of the value in the declaration. */
const OFFERS: Readonly<Record<string, Offer>> = {
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

/** Lists what the last of the words after `rankplan` can become, from commander's declarations of the verbs. */
export async function completeWords(
  words: readonly string[],
  program: Command,
): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? '';
  const [name, ...given] = words.slice(0, -1).filter((word) => word !== '--debug');
  const verb = program.commands.find((command) => command.name() === name);
  const found =
    name === undefined
      ? [...listVerbs(program), ...listOptions(program, given)]
      : name === 'help' && given.length === 0
        ? listVerbs(program).filter(({ value }) => value !== 'help')
        : verb === undefined
          ? []
          : await completeVerb(verb, given, current);
  return found.filter(({ value }) => value.startsWith(current) || MARKS.includes(value));
}

const listVerbs = (program: Command): readonly Candidate[] =>
  program
    .createHelp()
    .visibleCommands(program)
    .map((verb) => ({ value: verb.name(), description: verb.summary() || verb.description() }));

/** Lists options that are not given yet, and options that may be repeated. */
const listOptions = (command: Command, given: readonly string[]): readonly Candidate[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => isRepeatable(option) || !given.some((word) => isNamed(option, word)))
    .map(({ long, description }) => ({ value: long ?? '', description }));

const isNamed = ({ short, long }: Option, word: string): boolean => word === short || word === long;

const isRepeatable = ({ parseArg, argChoices }: Option): boolean =>
  parseArg !== undefined && argChoices === undefined;

async function completeVerb(
  verb: Command,
  given: readonly string[],
  current: string,
): Promise<readonly Candidate[]> {
  const optionOf = (word = ''): Option | undefined =>
    verb.options.find((option) => option.required && isNamed(option, word));
  const args = given.filter((word, i) => !/^-./.test(word) && optionOf(given[i - 1]) === undefined);
  const waiting = optionOf(given.at(-1));
  if (given.includes('--')) return offerFiles(current); // words of the user's own command
  if (waiting !== undefined) return listValues(waiting, current);
  const [, flag, value = ''] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? [];
  const option = optionOf(flag);
  if (option !== undefined) return behind(`${flag}=`, await listValues(option, value));
  if (current.startsWith('-')) return listOptions(verb, given);
  const declared = verb.registeredArguments;
  const argument = declared[args.length] ?? declared.find(({ variadic }) => variadic);
  return argument === undefined ? [] : (OFFERS[argument.name()] ?? offerFiles)(current);
}

/** The choices of an option, or what its value's name offers; of a list the last item is completed. */
async function listValues(
  { argChoices, flags, description }: Option,
  current: string,
): Promise<readonly Candidate[]> {
  if (argChoices !== undefined) return argChoices.map((value) => ({ value, description }));
  const list = current.slice(0, current.lastIndexOf(',') + 1);
  const [, name = ''] = /<(.*)>/.exec(flags) ?? [];
  const found = (await OFFERS[name]?.(current)) ?? [];
  return behind(
    list,
    found.filter(({ value }) => !list.split(',').includes(value)),
  );
}

const behind = (prefix: string, found: readonly Candidate[]): readonly Candidate[] =>
  found.map((one) => (MARKS.includes(one.value) ? one : { ...one, value: `${prefix}${one.value}` }));
