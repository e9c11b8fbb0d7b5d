/** The list of findings: each goes to its place, and some can be fixed by a press. All text is copied as text. */
export function listFindings(list, findings, editor) {
  list.replaceChildren(...findings.map((finding) => describe(finding, editor)));
}

function describe({ code, severity, message, primary, notes, help, suggestion }, editor) {
  const item = document.createElement('li');
  item.className = severity;
  const place = element('button', `${primary.start.line}:${primary.start.column} ${severity} ${code}`);
  place.type = 'button';
  place.title = 'go to the place';
  place.addEventListener('click', () => editor.select(primary));
  item.append(place, element('p', message));
  for (const note of notes) item.append(element('p', `note: ${note}`));
  if (help !== null) item.append(element('p', `help: ${help}`));
  if (suggestion !== null) {
    const fix = element('button', suggestion.title);
    fix.type = 'button';
    fix.addEventListener('click', () => editor.replace(suggestion.span, suggestion.replacement));
    item.append(fix);
  }
  return item;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** `2 errors, 1 warning`. */
export function countFindings(findings) {
  const counts = ['error', 'warning', 'note'].map((severity) => {
    const number = findings.filter((finding) => finding.severity === severity).length;
    return number === 0 ? null : `${number} ${severity}${number === 1 ? '' : 's'}`;
  });
  return counts.filter((part) => part !== null).join(', ');
}
