import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'docs/diagnostics';

/**
 * The entries of the catalog, in order: each is a page, docs/diagnostics/RP3001.md, with a form that people read and this
 * parser takes. Errors name the page.
 */
export function readCodes() {
  return readdirSync(FOLDER)
    .filter((name) => /^RP\d{4}\.md$/.test(name))
    .sort()
    .map((name) => readPage(name.slice(0, -3), readFileSync(`${FOLDER}/${name}`, 'utf8')));
}

const SEVERITIES = { error: 'error', warning: 'warning', note: 'note', 'error or warning': 'both' };
const FORM =
  /^# (RP\d{4}): (.+)\n\nSeverity: (.+)\n\n([\s\S]+?)\n\n## Bad\n\n([\s\S]+?)\n\n## Good\n\n([\s\S]+?)\n$/;

function readPage(code, text) {
  const [, named, title, severity, prose, bad, good] = FORM.exec(text) ?? [];
  if (named !== code || SEVERITIES[severity] === undefined)
    throw new Error(`${FOLDER}/${code}.md does not have the form of a code's page: see another one`);
  const paragraphs = prose.split('\n\n').map((paragraph) => paragraph.replaceAll('\n', ' '));
  const after = (label) =>
    paragraphs.find((paragraph) => paragraph.startsWith(`${label}: `))?.slice(label.length + 2) ?? null;
  const facts = {
    versions: after('Versions'),
    threads: after('Learnt from'),
    checked: after('Looked up with'),
  };
  const threads = facts.threads === null ? null : readThreads(facts.threads);
  const explanation = [
    ...paragraphs.filter((paragraph) => !/^(Versions|Learnt from|Looked up with): /.test(paragraph)),
    ...(facts.versions === null ? [] : [`Versions: ${facts.versions}`]),
    ...(threads === null ? [] : [`Learnt from ${threads.join(', ')}.`]),
    ...(facts.checked === null ? [] : [`Looked up with ${facts.checked}.`]),
  ].join(' ');
  return {
    ...{ code, severity: SEVERITIES[severity], title, explanation },
    ...{ bad: readExample(code, bad), good: readExample(code, good) },
    // What only the pages about libraries are made of.
    ...{
      versions: facts.versions?.replace(/\.$/, '') ?? null,
      threads,
      checked: readVersions(facts.checked),
    },
  };
}

/** `[owner/repository#number](address)`, or an address in angle brackets. */
const readThreads = (text) =>
  [...text.matchAll(/\[([^\]]+)\]|<([^>]+)>/g)].map(([, name, address]) => name ?? address);

/** `NCCL 2.30.7, PyTorch 2.13.0`, by library. */
const readVersions = (text) =>
  text === null ? null : Object.fromEntries(text.split(', ').map((part) => part.split(' ')));

const PART = /^(?:<!-- (.+) -->|On a machine (.+):|`([^`]+)`:|```(\w+)\n([\s\S]*?)```)$/;

/** An example: a topology, or commands; with files by their names, and what the tests need to know in a comment. */
function readExample(code, text) {
  const example = { files: {} };
  let path = null;
  for (const part of text.split(/\n\n(?=`|<|O)|(?<=-->)\n/)) {
    const [whole, setting, machine, file, language, content] = PART.exec(part.trim()) ?? [];
    if (whole === undefined) throw new Error(`${FOLDER}/${code}.md: this is no part of an example: ${part}`);
    if (setting !== undefined) Object.assign(example, readSettings(setting));
    else if (machine !== undefined) example.machine = machine;
    else if (file !== undefined) path = file;
    else if (path !== null) [example.files[path], path] = [content, null];
    else if (language === 'console')
      example.commands = content
        .split(/^\$ /m)
        .slice(1)
        .map((command) => command.replace(/\n$/, ''));
    else example.text = content;
  }
  const kind =
    example.text !== undefined ? 'topology' : example.machine !== undefined ? 'machine' : 'session';
  if (kind === 'topology' && Object.keys(example.files).length === 0) delete example.files;
  return { kind, ...example };
}

/** `scenario: four-l40s, status: 1`. */
function readSettings(text) {
  const settings = Object.fromEntries(text.split(', ').map((setting) => setting.split(': ')));
  return settings.status === undefined ? settings : { ...settings, status: Number(settings.status) };
}
