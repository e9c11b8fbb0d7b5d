// `lex-yaml.mjs FILE`: the lexer alone of the YAML library that rankplan uses.
import { readFileSync } from 'node:fs';
import { Lexer } from 'yaml';

let tokens = 0;
for (const _ of new Lexer().lex(readFileSync(process.argv[2], 'utf8'))) tokens++;
if (tokens === 0) process.exitCode = 2;
