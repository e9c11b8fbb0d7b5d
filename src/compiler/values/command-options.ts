export interface CommandWord {
  readonly text: string;
}

/** How a program takes its options, as far as it takes to find them and what comes after them. */
export interface OptionGrammar {
  /** Long names without a value; with `_` as `-`. */
  readonly flags: readonly string[];
  /** Long names whose value can only stand after `=`. */
  readonly optional?: readonly string[];
  /** Short names, such as `N` or `np`, with the long ones. */
  readonly short: Readonly<Record<string, string>>;
  /** Whether a short option may have its value without a blank (`-N4`). */
  readonly joinsShort?: boolean;
}

/**
 * Reads options up to the first word that is none: there the program begins. Values are by long name, the last one where it is
 * repeated; that of a flag is empty.
 */
export function readOptions<W extends CommandWord>(words: readonly W[], grammar: OptionGrammar) {
  const values = new Map<string, W>();
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] as W;
    if (word.text === '--') {
      at++;
      break;
    }
    const option = readOption(word, grammar);
    if (option === null) break;
    const needsValue = option.value === null && !isFlag(option.name, grammar);
    const value = needsValue ? words[++at] : { ...word, text: option.value ?? '' };
    values.set(option.name, value ?? { ...word, text: '' });
  }
  return { values, program: words.slice(at) };
}

const isFlag = (name: string, { flags, optional = [] }: OptionGrammar): boolean =>
  flags.includes(name) || optional.includes(name);

/** The long name, and the value where it stands in the same word. */
function readOption(word: CommandWord, grammar: OptionGrammar) {
  const [, long, inline] = /^--([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(word.text) ?? [];
  if (long !== undefined) return { name: long.replaceAll('_', '-'), value: inline ?? null };
  const [, letters = '', rest] = /^-([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(word.text) ?? [];
  const name = Object.hasOwn(grammar.short, letters) ? grammar.short[letters] : undefined;
  if (name !== undefined) return { name, value: rest ?? null };
  const first = letters.charAt(0);
  const joined = Object.hasOwn(grammar.short, first) ? grammar.short[first] : undefined;
  if (grammar.joinsShort === true && joined !== undefined && !isFlag(joined, grammar))
    return { name: joined, value: word.text.slice(2) };
  return /^-[A-Za-z]/.test(word.text) ? { name: letters, value: rest ?? null } : null;
}
