import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { EnvironmentError, EXIT, UsageError, type Verb } from '../verb.ts';

export const initVerb: Verb = {
  name: 'init',
  summary: 'write a starter topology',
  args: '[file]',
  options: [
    { flags: '--name <name>', description: 'the name of the job (default: that of the working directory)' },
    { flags: '--host <hosts>', description: 'a host list for the first node', default: 'localhost' },
    { flags: '--gpus <count>', description: 'how many GPUs each host has; 0 for CPU ranks', default: '4' },
  ],
  examples: [
    ['rankplan init', 'topology.yaml, to be edited'],
    ['rankplan init cluster.yaml --host dgx[01-04] --gpus 8', 'a first version of a cluster'],
    ['rankplan init - --gpus 0', 'on stdout'],
  ],
  async run({ args, options }) {
    const { renderStarter } = await import('../starter-topology.ts');
    const { compile } = await import('../../compiler/compile.ts');
    const { printFindings } = await import('../print-findings.ts');
    const path = args[0] ?? 'topology.yaml';
    const gpus = Number(options['gpus']);
    if (!Number.isInteger(gpus) || gpus < 0)
      throw new UsageError(`--gpus takes a number of GPUs, not \`${options['gpus']}\``);
    const name = typeof options['name'] === 'string' ? options['name'] : nameFrom(basename(process.cwd()));
    const text = renderStarter({ name, hosts: String(options['host']), gpus, schema: schemaPath(path) });
    // What it writes must be a topology: an odd name or host list is told here, not at the next check.
    const { diagnostics } = compile(text, {
      name: path,
      read: (missing) => ({ kind: 'missing', name: missing }),
    });
    if (printFindings(diagnostics, process.stderr) !== EXIT.fine) return EXIT.usage;
    if (path === '-') {
      process.stdout.write(text);
      return EXIT.fine;
    }
    try {
      writeFileSync(path, text, { flag: 'wx' });
    } catch (error) {
      const { reasonOf } = await import('../read-file.ts');
      const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
      throw new EnvironmentError(
        exists ? `${path} exists already: give another FILE` : `cannot write ${path}: ${reasonOf(error)}`,
      );
    }
    process.stdout.write(`wrote ${path}: edit it, then run \`rankplan check ${path}\`\n`);
    return EXIT.fine;
  },
};

/** A job may be named after any folder, but for the characters that a name cannot have. */
function nameFrom(folder: string): string {
  const name = folder.replaceAll(/[^A-Za-z0-9._-]/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return name === '' ? 'job' : name.slice(0, 128);
}

/** Where an editor finds the schema, when the project has rankplan among its own packages. */
function schemaPath(path: string): string | null {
  return /^[^/\\]+$/.test(path) ? SCHEMA_IN_PROJECT : null;
}

const SCHEMA_IN_PROJECT = './node_modules/rankplan/schemas/topology.schema.json';
