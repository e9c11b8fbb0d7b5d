import { createReporter, type Reporter } from '../../compiler/diagnostics/reporter.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import type { Offer } from '../reach/judge-network.ts';
import {
  choosePairs,
  DIAL_WORDS,
  type FailedPair,
  type Failure,
  groupFailures,
  type Pair,
} from '../reach/judge-pairs.ts';
import { LIBRARY_NAMES, type Library } from '../reach/pick-address.ts';
import type { Run } from './coordination.ts';
import { type Host, isReady } from './host.ts';
import { tabulate } from './look-facts.ts';
import { readDial } from './network-answer.ts';
import { order } from './orders.ts';
import { countOf, say } from './say.ts';
import { forgetAnswers } from './take-events.ts';

/** One dial: to rank 0's port, or to any port of another host. */
interface Dial extends Pair {
  readonly address: string;
  readonly port: number;
}

/**
 * All hosts, which are ready, try whether they reach rank 0's port and one another. What fails is a finding, and a host that
 * takes no part in the run: then no rank starts.
 */
export async function tryPairs(run: Run): Promise<void> {
  const { hosts, site } = run;
  const network = site.checks?.network ?? null;
  if (network === null || run.attempt > 0 || hosts.length < 2) return;
  const master = hosts.findIndex(({ node }) => node.name === network.masterNode);
  const masterPort = site.choosePort(run.attempt);
  const offers = hosts.map(network.offerOf);
  await askAll(run, (_, at) => [
    ...(offers[at] === null ? [] : ['listen 0']),
    ...(at === master ? [`listen ${masterPort}`] : []),
  ]);
  const listeners = hosts.map(({ facts }) => listListeners(facts));
  const portOf = (at: number): number => listeners[at]?.find(({ subject }) => subject === '0')?.number ?? 0;
  // A port that could not be listened on was taken meanwhile: rank 0 will report it.
  const isOpen = listeners[master]?.some(({ number }) => number === masterPort) ?? false;
  const dials: readonly Dial[] = [
    ...(isOpen
      ? hosts.map((_, from) => ({ from, to: master, address: network.masterAddress(), port: masterPort }))
      : []),
    ...choosePairs(hosts.length).map((pair) => ({
      ...{ ...pair, address: offers[pair.to]?.address ?? '', port: portOf(pair.to) },
    })),
  ].filter(({ port, address }) => port > 0 && address !== '');
  const dialsOf = groupBy(dials, ({ from }) => from);
  await askAll(run, (_, at) => [...new Set((dialsOf.get(at) ?? []).map(wordDial))]);
  await askAll(run, (_, at) => (listeners[at] ?? []).map(({ value }) => `unlisten ${value}`));
  if (run.signal !== null) return;
  concludePairs(run, dials, network.library);
  if (run.onlyChecks) noteMtu(run, offers);
}

/** Different MTUs are no fault if all dials succeeded: this is a note for people who compare hosts. */
function noteMtu({ hosts, audience }: Run, offers: readonly (Offer | null)[]): void {
  const sizes = groupBy(hosts, ({ index }) => `${offers[index]?.mtu ?? ''}`);
  if (sizes.has('') || sizes.size < 2) return;
  const words = [...sizes].map(([mtu, [first, ...more]]) => {
    const others = more.length === 0 ? '' : ` and ${countOf(more.length, 'more host')}`;
    return `${mtu} on ${first?.machine.name}${others}`;
  });
  audience.say(say(`note: the MTU of the interfaces differs: ${words.join(', ')}`));
}

const wordTarget = ({ address, port }: Dial): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
const wordDialled = ({ address, port }: Dial): string => `${address} ${port}`;
const wordDial = (dial: Dial): string => `dial ${wordDialled(dial)}`;

const HIGHEST_PORT = 65_535;

/** The number is the port, and the value the process. */
const listListeners = (facts: Host['facts']) =>
  facts.filter(
    ({ question, value = '', number = 0 }) =>
      question === 'listen' && /^\d{1,7}$/.test(value) && number <= HIGHEST_PORT,
  );

/** A guard gives each question 10 s, and its listeners live for 30. */
const LONGEST_MS = 15_000;

/** Each host that has questions answers them, within one time. */
async function askAll(run: Run, questionsOf: (host: Host, at: number) => readonly string[]): Promise<void> {
  const end = performance.now() + Math.min(run.timeoutMs, LONGEST_MS);
  const asked = run.hosts.filter((host, at) => {
    const questions = questionsOf(host, at);
    // It would refuse others while it still answers.
    if (questions.length === 0 || host.isLooking) return false;
    forgetAnswers(host, questions);
    host.isLooking = true;
    host.link?.send(order.look(questions));
    return true;
  });
  const isWaitedFor = (host: Host): boolean => host.isLooking && isReady(host);
  while (run.signal === null && asked.some(isWaitedFor) && performance.now() < end)
    await run.bell.wait(Math.max(0, end - performance.now()));
}

function concludePairs(run: Run, dials: readonly Dial[], library: Library): void {
  const { hosts } = run;
  const tried = dials.map((dial) => ({ ...dial, target: wordTarget(dial) }));
  const failed = tried.flatMap((dial): readonly FailedPair[] => {
    const problem = readDial(tabulate(hosts[dial.from]?.facts ?? []).find('dial', wordDialled(dial)));
    return problem === null ? [] : [{ ...dial, problem }];
  });
  const report = createReporter();
  for (const failure of groupFailures(failed, tried)) reportFailure(run, failure, library, report);
  run.audience.show(report.diagnostics());
}

/** Hosts whose connection was lost meanwhile have words of their own. */
function reportFailure(run: Run, failure: Failure, library: Library, report: Reporter): void {
  const { host, kind, others, target, problem } = failure;
  const lacking = (kind === 'pair' ? others : [host]).flatMap((at) => run.hosts[at] ?? []).filter(isReady);
  const place = lacking[0] && run.site.checks?.network?.place(lacking[0]);
  if (place === undefined) return;
  const [why, cure] = DIAL_WORDS[problem];
  report.error('RP5243', place, `${wordFailure(run, failure)} (${target}): ${why}`, {
    help: `${LIBRARY_NAMES[library]} would wait there until its time-out: ${cure}`,
  });
  for (const one of lacking) {
    one.phase = 'over';
    one.refusals.push(`ranks there would lack a connection (${countOf(1, 'error')} above)`);
  }
}

const MOST_NAMED = 4;

function wordFailure({ hosts }: Run, { host, kind, others }: Failure): string {
  const nameOf = (at: number): string => hosts[at]?.machine.name ?? '';
  const apart = others.filter((at) => at !== host);
  if (apart.length === 0) return `${nameOf(host)} does not reach itself`;
  const more = apart.length > MOST_NAMED ? ` and ${apart.length - MOST_NAMED} more` : '';
  const names = `${apart.slice(0, MOST_NAMED).map(nameOf).join(', ')}${more}`;
  if (kind === 'to') return `${nameOf(host)} is reached by none of ${names}`;
  if (kind === 'from') return `${nameOf(host)} reaches none of ${names}`;
  return `${names} ${apart.length === 1 ? 'does' : 'do'} not reach ${nameOf(host)}`;
}
