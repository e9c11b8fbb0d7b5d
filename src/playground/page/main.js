import { startView } from '../../review/show/html/page/view.js';
import { startCompiler } from './compiler.js';
import { startEditor } from './editor.js';
import { countFindings, listFindings } from './findings.js';
import { MAX_TEXT, readLink, writeLink } from './link.js';

const at = (id) => document.getElementById(id);
const [status, before, plan, said] = ['status', 'before', 'view', 'said'].map(at);
const examples = JSON.parse(at('examples').textContent);
const showFiles = startFiles(at('files'));
const ask = startCompiler(show);
const editor = startEditor(document.querySelector('.editor'), askSoon);
let waiting;
let written = '';

function askSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(askNow, 200);
}

async function askNow() {
  const texts = [editor.read(), before.value];
  if (texts.some((text) => text.length > MAX_TEXT))
    show({ error: 'too long for this page: take the command' });
  else ask({ topology: texts[0], before: texts[1] });
  const link = texts.join('').length > MAX_TEXT ? null : await writeLink(texts);
  written = link ?? '#';
  history.replaceState(null, '', written);
}

function show({ answer, error }) {
  if (error !== undefined) {
    status.textContent = error;
    status.className = 'error';
    at('findings').replaceChildren();
    showPlan(null);
    return;
  }
  const { findings, summary, view, files, aboutFiles, diff } = answer;
  const counted = countFindings(findings);
  status.textContent = [summary ?? 'no plan', counted === '' ? 'no findings' : counted].join('; ');
  status.className = summary === null ? 'error' : '';
  listFindings(at('findings'), findings, editor);
  editor.mark(findings);
  showPlan(view);
  showFiles(files, aboutFiles);
  at('diff').value = diff;
}

/** What the compiler rendered has escaped all that is not its own; and the page's policy runs nothing that gets in. */
function showPlan(view) {
  plan.classList.toggle('old', view === null);
  at('old').hidden = view !== null || plan.childElementCount === 0;
  if (view === null) return;
  plan.innerHTML = view;
  startView(plan);
}

function open([topology, old]) {
  editor.write(topology);
  before.value = old;
  askNow();
}

async function openLink() {
  if (location.hash === written && written !== '') return;
  const texts = await readLink(location.hash);
  said.value = texts === null && location.hash.length > 1 ? 'the link could not be read' : '';
  open(texts ?? examples[0].texts);
}

/** The emitted files: a list to choose from, and the text of one. The choice stays while its file is there. */
function startFiles(panel) {
  const choice = panel.querySelector('select');
  const text = panel.querySelector('textarea');
  const about = panel.querySelector('p');
  let files = [];
  const show = () => {
    text.value = files.find(({ path }) => path === choice.value)?.text ?? '';
  };
  choice.addEventListener('change', show);
  return (listed, note) => {
    const chosen = choice.value;
    files = listed;
    choice.replaceChildren(...files.map(({ path }) => new Option(path)));
    const kept =
      files.find(({ path }) => path === chosen) ?? files.find(({ path }) => /\.(sh|sbatch)$/.test(path));
    if (kept !== undefined) choice.value = kept.path;
    about.textContent = note;
    show();
  };
}

/** Tabs as the ARIA practices have them: one stop for Tab, arrows between them. */
function startTabs(list) {
  const tabs = [...list.querySelectorAll('[role="tab"]')];
  const choose = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).hidden = tab !== chosen;
    }
  };
  for (const [i, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(tab));
    tab.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step === undefined) return;
      const next = tabs[(i + step + tabs.length) % tabs.length];
      choose(next);
      next.focus();
    });
  }
  choose(tabs[0]);
}

at('example').append(...examples.map(({ name }, i) => new Option(name, String(i))));
at('example').addEventListener('change', ({ target }) => open(examples[Number(target.value)].texts));
at('keep').addEventListener('click', () => {
  before.value = editor.read();
  askNow();
});
before.addEventListener('input', askSoon);
at('copy').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    said.value = location.hash === '#' ? 'too long for a link' : 'link copied';
  } catch {
    said.value = 'the link is in the address bar';
  }
});
addEventListener('hashchange', openLink);
startTabs(document.querySelector('[role="tablist"]'));
openLink();
