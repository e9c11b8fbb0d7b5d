import { readFileSync } from 'node:fs';

/**
 * The manual pages, from what the verbs' help is made of: `man rankplan` and `man rankplan-check` where npm installs it
 * globally, for which package.json names each of them.
 */
export function generateMan({ VERBS, OVERVIEW }) {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const pages = new Map([
    ['man/rankplan.1', renderOverview(VERBS, OVERVIEW, manifest)],
    ...VERBS.map((verb) => [`man/rankplan-${verb.name}.1`, renderVerb(verb, OVERVIEW, manifest)]),
  ]);
  const man = [...pages.keys()];
  return new Map([...pages, ['package.json', `${JSON.stringify({ ...manifest, man }, null, 2)}\n`]]);
}

const SUMMARY = 'compile topologies of uneven GPUs into launch plans, and run them';

function renderOverview(verbs, overview, { version, description }) {
  const [, examples] = /Examples:\n(.*)\n\n/s.exec(overview);
  return page('rankplan', version, SUMMARY, [
    '.SH SYNOPSIS',
    '.B rankplan',
    '.I verb',
    '.RI "[options] [arguments]"',
    '.SH DESCRIPTION',
    plain(description),
    '.PP',
    plain('A FILE is a topology (docs/language.md) or a saved plan; `-` is standard input.'),
    '.SH VERBS',
    ...verbs.flatMap(({ name, summary }) => ['.TP', `.BR rankplan\\-${name} (1)`, plain(sentence(summary))]),
    '.SH OPTIONS',
    ...renderOption({
      flags: '--debug',
      description: 'with any verb: show on stderr what it decides, and where an error comes from',
    }),
    ...renderOption({ flags: '-h, --help', description: 'show the help, also of a verb' }),
    ...renderOption({ flags: '-V, --version', description: 'print the version' }),
    '.SH EXAMPLES',
    ...literal(examples.split('\n').map((line) => line.trim())),
    ...renderStatuses(overview),
  ]);
}

function renderVerb(verb, overview, { version }) {
  const { name, args, summary, options, examples } = verb;
  const declared = Object.values(options);
  const words = [declared.length > 0 ? '[options]' : '', args].filter((word) => word !== '').join(' ');
  return page(`rankplan-${name}`, version, summary, [
    '.SH SYNOPSIS',
    `.B rankplan ${name}`,
    ...(words === '' ? [] : [`.RI ${quote(words)}`]),
    '.SH DESCRIPTION',
    plain(sentence(summary)),
    ...(declared.length > 0 ? ['.SH OPTIONS', ...declared.flatMap(renderOption)] : []),
    '.SH EXAMPLES',
    ...literal(examples.flatMap(([command, what]) => [`$ ${command}`, `    ${what}`])),
    ...renderStatuses(overview, name),
    '.SH SEE ALSO',
    '.BR rankplan (1)',
  ]);
}

// The pages change with their sources, which have no date; the version stands in the place of one.
const page = (name, version, summary, sections) =>
  [
    `.TH ${toRoff(name.toUpperCase())} 1 "" "rankplan ${version}" "User Commands"`,
    '.SH NAME',
    `${toRoff(name)} \\- ${plain(summary)}`,
    ...sections,
    '',
  ].join('\n');

function renderStatuses(overview, verb = null) {
  const [, statuses] = /Exit status: (.*)\.$/s.exec(overview);
  const listed = statuses.split(', ').flatMap((status) => {
    const [number, ...what] = status.split(' ');
    return ['.TP', `.B ${number}`, plain(what.join(' '))];
  });
  return [
    '.SH EXIT STATUS',
    ...listed,
    ...(verb === null || verb === 'run' ? ['.PP', plain(STATUS_OF_RUN)] : []),
  ];
}

const STATUS_OF_RUN =
  "run ends with the status of the first rank that failed, 128 and its signal's number, or 78 if it refuses.";

function renderOption({ flags, description, choices = [], default: byDefault }) {
  const more = [
    ...(choices.length > 0 ? [`choices: ${choices.join(', ')}`] : []),
    ...(byDefault === undefined ? [] : [`default: ${byDefault}`]),
  ];
  const text = more.length > 0 ? `${description} (${more.join('; ')})` : description;
  return ['.TP', `.B ${quote(flags)}`, plain(sentence(text))];
}

const sentence = (text) => text[0].toUpperCase() + text.slice(1) + (/[.)]$/.test(text) ? '' : '.');

const literal = (lines) => ['.nf', '.RS 4', ...lines.map(plain), '.RE', '.fi'];

const quote = (text) => `"${toRoff(text).replaceAll('"', '\\(dq')}"`;

/** A line of text: a dot or quote at its start would be a request. */
const plain = (text) => toRoff(text).replace(/^([.'])/, '\\&$1');

/** roff's own characters; a hyphen in an option is a minus, so that it can be copied. */
const toRoff = (text) =>
  text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll("'", '\\(aq').replaceAll('`', '\\(ga');
