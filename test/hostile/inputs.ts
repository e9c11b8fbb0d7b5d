import { AMPLIFIERS } from './amplified.ts';
import { COMMANDS } from './commands.ts';
import type { HostileInput } from './input.ts';
import { INVENTORIES, LISTS } from './listed.ts';
import { ENCODINGS, NUMBERS, SYNTAX } from './malformed.ts';
import { NESTING, SIZES } from './oversized.ts';
import { ALIASES, KEYS } from './repeated.ts';

type Group = readonly [name: string, inputs: readonly HostileInput[]];

/** Inputs that are wrong as texts. */
export const TEXTS: readonly Group[] = Object.entries({
  SIZES,
  NESTING,
  ALIASES,
  KEYS,
  ENCODINGS,
  SYNTAX,
  NUMBERS,
});

/** Inputs that stand for more than they are. */
export const LISTINGS: readonly Group[] = Object.entries({ AMPLIFIERS, LISTS, INVENTORIES, COMMANDS });
