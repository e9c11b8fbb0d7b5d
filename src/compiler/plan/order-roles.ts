interface Ordered {
  readonly name: string;
  readonly dependsOn: Readonly<Record<string, unknown>>;
}

/** Roles in steps, each after all that it waits for; `left` are those that wait for each other, and who waits for them. */
function formSteps(roles: readonly Ordered[], waitsFor: (role: Ordered) => readonly string[]) {
  const steps: (readonly string[])[] = [];
  for (let left = roles; ; ) {
    const names = new Set(left.map(({ name }) => name));
    const held = left.filter((role) => waitsFor(role).some((name) => names.has(name)));
    if (held.length === left.length) return { steps, left: [...names] };
    steps.push([...names].filter((one) => held.every(({ name }) => name !== one)));
    left = held;
  }
}

/** In which order roles start; roles of one step do so at the same time. */
export const orderStarts = (roles: readonly Ordered[]) =>
  formSteps(roles, ({ dependsOn }) => Object.keys(dependsOn));

/** In which order they are ended: a role goes before those that it depends on, which it may still use. */
export const orderEnds = (roles: readonly Ordered[]) =>
  formSteps(roles, ({ name }) =>
    roles.filter(({ dependsOn }) => Object.hasOwn(dependsOn, name)).map((role) => role.name),
  ).steps;

/** The roles that one starts after, also by way of others. */
export function listAwaited({ dependsOn }: Ordered, roles: readonly Ordered[]): ReadonlySet<string> {
  const found = new Set(Object.keys(dependsOn));
  for (const name of found)
    for (const next of Object.keys(roles.find((other) => other.name === name)?.dependsOn ?? {}))
      found.add(next);
  return found;
}

/** Of those the ones that have ended by then, because it or one of them waits for that, and who it is that waits. */
export function listEnded<R extends Ordered>(role: R, roles: readonly R[]): ReadonlyMap<string, R> {
  const awaited = listAwaited(role, roles);
  const waiting = roles.filter((one) => one.name === role.name || awaited.has(one.name));
  return new Map(
    waiting.flatMap((one) =>
      Object.entries(one.dependsOn).flatMap(([name, state]) => (state === 'complete' ? [[name, one]] : [])),
    ),
  );
}

interface Ending extends Ordered {
  readonly end: boolean;
  readonly critical: boolean;
}

/** What is wrong with the end of a run (RP3063), and the keys of the role that say so. */
export interface EndMistake<R> {
  readonly role: R | null;
  readonly path: readonly string[];
  readonly message: string;
  readonly help: string;
}

/** A run that nothing ends, or that ends before a role does what others wait for. */
export function listEndMistakes<R extends Ending>(roles: readonly R[], endsBySignal: boolean) {
  const found: EndMistake<R>[] = [];
  const add = (message: string, help: string, role: R | null, ...path: readonly string[]) =>
    found.push({ role, path, message, help });
  const ends = roles.filter(({ end }) => end);
  const set = 'set `end: true` for the role whose end is that of the run, or `end: signal` on top';
  if (ends.length === 0 && !endsBySignal) add('no role ends the run', set, null);
  for (const role of ends) {
    const { name } = role;
    const remove = 'remove `end: signal` on top, or this';
    if (endsBySignal) add(`a signal ends the run, and ${name} does, too`, remove, role, 'end');
    const help = 'remove `critical: false`: its status is that of the run';
    if (!role.critical) add(`${name} ends the run, and is not critical`, help, role, 'critical');
    for (const one of roles.filter(({ end }) => !end)) {
      if (!Object.hasOwn(one.dependsOn, name) || one.dependsOn[name] !== 'complete') continue;
      const message = `${one.name} would start when ${name} has ended, and the run ends with ${name}`;
      add(message, `set \`end: true\` for ${one.name}, or remove it from ${name}`, one, 'dependsOn', name);
    }
  }
  return found;
}
