import type { Offer, Verb, VerbOption } from '../verb.ts';
import { type Candidate, listOffers } from './list-offers.ts';
import { SHELL_SCRIPTS } from './shell-scripts.ts';

/** The shell itself completes files and folders: it knows how to quote them. No value begins with a colon. */
const FILES: readonly Candidate[] = [{ value: ':files', description: '' }];
const FOLDERS: readonly Candidate[] = [{ value: ':folders', description: '' }];

/** Answers what the last of the words behind `rankplan` can become. */
export async function completeWords(
  words: readonly string[],
  verbs: readonly Verb[],
): Promise<readonly Candidate[]> {
  const [current = '', ...before] = [...words].reverse();
  const [name, ...given] = before.reverse().filter((word) => word !== '--debug');
  const isVerb = name === undefined || (name === 'help' && given.length === 0);
  const verb = verbs.find((one) => one.name === name);
  const found = isVerb
    ? listVerbs(verbs, name === undefined)
    : verb === undefined
      ? []
      : await completeVerb(verb, given, current);
  return found.filter(({ value }) => value.startsWith(current) || value.startsWith(':'));
}

async function completeVerb(
  verb: Verb,
  given: readonly string[],
  current: string,
): Promise<readonly Candidate[]> {
  if (given.includes('--')) return FILES; // words of the user's own command
  const { args, asked } = readGiven(verb, given);
  if (asked !== null) return listValues(asked, args, current);
  const [, flag = '', value] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? [];
  const option = value === undefined ? undefined : findOption(verb, flag);
  if (option !== undefined) return behind(`${flag}=`, await listValues(option, args, value ?? ''));
  return current.startsWith('-') ? listOptions(verb, given) : listArguments(verb, args, current);
}

const listVerbs = (verbs: readonly Verb[], withHelp: boolean): readonly Candidate[] => [
  ...verbs.map(({ name, summary }) => ({ value: name, description: summary })),
  ...(withHelp ? GENERAL : []),
];

const HELP: Candidate = { value: '--help', description: 'show this help' };
const GENERAL: readonly Candidate[] = [
  { value: 'help', description: 'show the help of a verb' },
  HELP,
  { value: '--version', description: 'print the version' },
];

/** The arguments so far, and the option that waits for its value. */
function readGiven(
  verb: Verb,
  given: readonly string[],
): { readonly args: readonly string[]; readonly asked: VerbOption | null } {
  const args: string[] = [];
  let asked: VerbOption | null = null;
  for (const word of given) {
    const option: VerbOption | undefined = asked === null ? findOption(verb, word) : undefined;
    if (asked === null && !/^-./.test(word)) args.push(word);
    asked = option?.flags.includes('<') ? option : null;
  }
  return { args, asked };
}

const namesOf = ({ flags }: VerbOption): readonly string[] => flags.replace(/ <.*/, '').split(', ');

const findOption = ({ options }: Verb, word: string): VerbOption | undefined =>
  Object.values(options).find((option) => namesOf(option).includes(word));

/** Those that were not given yet. */
function listOptions({ options }: Verb, given: readonly string[]): readonly Candidate[] {
  const left = Object.values(options).filter(
    (option) => option.repeatable === true || !namesOf(option).some((name) => given.includes(name)),
  );
  return [...left.map((option) => ({ value: longName(option), description: option.description })), HELP];
}

const longName = (option: VerbOption): string => namesOf(option).at(-1) ?? '';

async function listValues(
  { choices, offers, flags, description }: VerbOption,
  args: readonly string[],
  current: string,
): Promise<readonly Candidate[]> {
  if (choices !== undefined) return choices.map((value) => ({ value, description }));
  if (flags.includes('<file>')) return FILES;
  if (flags.includes('<dir>')) return FOLDERS;
  return offers === undefined ? [] : listOffered(offers, args, current);
}

/** Codes and emitters are given as lists: the last one of it is completed. */
async function listOffered(offers: Offer, args: readonly string[], current: string) {
  const list = current.slice(0, current.lastIndexOf(',') + 1);
  const found = await listOffers(offers, args[0]);
  return behind(
    list,
    found.filter(({ value }) => !list.split(',').includes(value)),
  );
}

function listArguments(
  { args: declared }: Verb,
  args: readonly string[],
  current: string,
): readonly Candidate[] | Promise<readonly Candidate[]> {
  if (declared === '') return [];
  if (declared.startsWith('<shell>'))
    return args.length > 0 ? [] : [...SHELL_SCRIPTS.keys()].map((value) => ({ value, description: '' }));
  if (declared === '[run]') return args.length > 0 ? [] : listRuns();
  return declared === '[what]' && /^RP/.test(current) ? listOffers('codes') : FILES;
}

/** Folders name jobs as well. */
const listRuns = async (): Promise<readonly Candidate[]> => [...(await listOffers('jobs')), ...FOLDERS];

const behind = (prefix: string, found: readonly Candidate[]): readonly Candidate[] =>
  found.map((one) => (one.value.startsWith(':') ? one : { ...one, value: `${prefix}${one.value}` }));
