// `parse-json.mjs FILE…`: what any program on Node pays for JSON at the least: reading it, and JSON.parse of all files.
import { readFileSync } from 'node:fs';

const values = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')));
if (values.length === 0) process.exitCode = 2;
