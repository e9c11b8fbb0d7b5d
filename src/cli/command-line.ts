import { Command, CommanderError, Option } from 'commander';
import { debug } from './debug.ts';
import { EXIT, type Verb } from './verb.ts';
import { OVERVIEW, VERBS } from './verbs/verbs.ts';

/** Parses the command line and runs its verb; returns the exit status. */
export async function runCommandLine(args: readonly string[], version: string): Promise<number> {
  let status: number = EXIT.fine;
  // To make all commands of commander's takes a while; it needs them only for its help and suggestions.
  const called = VERBS.filter(({ name }) => name === args[0]);
  const program = createProgram(called.length > 0 ? called : VERBS, version, (verbStatus) => {
    status = verbStatus;
  });
  try {
    if (args.length === 0) program.help({ error: true });
    await program.parseAsync(markCommand(withoutHelp(args)), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isHelp = ['commander.helpDisplayed', 'commander.help', 'commander.version'].includes(error.code);
    return isHelp && args.length > 0 ? EXIT.fine : EXIT.usage;
  }
  return status;
}

function createProgram(verbs: readonly Verb[], version: string, done: (status: number) => void): Command {
  const program = new Command('rankplan')
    .description(
      'Compile a topology of nodes and uneven GPUs into a launch plan, and the plan into what people run.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [verb]', 'show the help of a verb')
    .option('--debug', 'with any verb: show on stderr what it decides, and where an error comes from')
    .showSuggestionAfterError()
    .showHelpAfterError('(`rankplan --help` lists the verbs)')
    .addHelpText('after', OVERVIEW)
    .exitOverride();
  for (const verb of verbs) addVerb(program, verb, done);
  return program;
}

/** For `help WORD` with an unknown word commander prints the general help; its answer to the word alone is better. */
function withoutHelp(args: readonly string[]): string[] {
  const [first, verb = '-'] = args;
  const isUnknown = !verb.startsWith('-') && verb !== 'help' && !VERBS.some(({ name }) => name === verb);
  return first === 'help' && isUnknown ? [verb] : [...args];
}

/** In `run -- python`, python is no plan. Commander drops the first `--`, so a second one is added, which stays. */
function markCommand(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  return takesCommand(VERBS.find(({ name }) => name === args[0])) && end > 0
    ? args.toSpliced(end, 0, '--')
    : [...args];
}

const takesCommand = (verb: Verb | undefined): boolean => verb?.args.endsWith('[command...]') === true;

/** The arguments of a verb, with the files that it takes where none is named; `mark`: where its command begins. */
async function addFallback(verb: Verb, args: readonly string[], mark: number): Promise<readonly string[]> {
  if (verb.fallback === undefined || (args.length > 0 && mark !== 0)) return args;
  const { defaultTopologies, defaultTopology } = await import('./input/find-topologies.ts');
  const files = verb.fallback === 'topology' ? [defaultTopology()] : defaultTopologies();
  debug(() => `no file is named: ${JSON.stringify(files)}`);
  return [...files, ...args];
}

function addVerb(program: Command, verb: Verb, done: (status: number) => void): void {
  const command = program
    .command(verb.name)
    .summary(verb.summary)
    .description(verb.summary)
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError(`(\`rankplan ${verb.name} --help\` shows examples)`)
    .addHelpText('after', () => renderExamples(verb))
    .exitOverride();
  if (verb.args !== '') command.arguments(verb.args);
  for (const declared of Object.values(verb.options)) {
    const { flags, description, choices, default: byDefault, required, repeatable } = declared;
    const option = new Option(flags, description);
    if (choices !== undefined) option.choices([...choices]);
    if (byDefault !== undefined) option.default(byDefault);
    if (repeatable === true) option.argParser(joinValues);
    command.addOption(required === true ? option.makeOptionMandatory() : option);
  }
  command.action(async (...received: unknown[]) => {
    const options = readValues(verb, command.opts());
    const given = received
      .slice(0, -2)
      .flat()
      .filter((arg) => arg !== undefined)
      .map(String);
    const mark = takesCommand(verb) ? given.slice(0, 2).indexOf('--') : -1;
    const args = await addFallback(verb, mark < 0 ? given : given.toSpliced(mark, 1), mark);
    debug(() => `${verb.name} ${JSON.stringify({ args, options })}, Node ${process.version}`);
    const invocation = { args, options, commandAt: mark < 0 ? null : mark };
    done(await verb.run(invocation, () => createProgram(VERBS, '', done)));
  });
}

/** Every declared option has a value, as the type of an invocation requires. */
function readValues(verb: Verb, given: Readonly<Record<string, string | boolean | undefined>>) {
  return Object.fromEntries(
    Object.entries(verb.options).map(([name, { flags }]) => [
      name,
      given[name] ?? (flags.includes('<') ? null : false),
    ]),
  );
}

const joinValues = (value: string, earlier: string | undefined): string =>
  earlier === undefined ? value : `${earlier},${value}`;

function renderExamples({ examples }: Verb): string {
  const width = Math.max(...examples.map(([command]) => command.length));
  return `\nExamples:\n${examples.map(([command, what]) => `  $ ${command.padEnd(width)}  ${what}`).join('\n')}`;
}
