import { randomBytes } from 'node:crypto';
import { createReporter, type Reporter } from '../../compiler/diagnostics/reporter.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import { findDialled, findOffer, type Offer, reportNetwork } from '../reach/judge-network.ts';
import {
  choosePairs,
  DIAL_WORDS,
  type Dialled,
  type FailedPair,
  type Failure,
  groupFailures,
  type Pair,
} from '../reach/judge-pairs.ts';
import { LIBRARY_NAMES } from '../reach/pick-address.ts';
import type { Run, Site } from './coordination.ts';
import { ask, type Host, isReady } from './host.ts';
import { tabulate } from './look-facts.ts';
import { readDial } from './network-answer.ts';
import { countOf, listSome, say } from './say.ts';

type Network = NonNullable<NonNullable<Site['checks']>['network']>;

/** One dial: to rank 0's port, or to any port of another host. */
interface Dial extends Dialled {
  readonly address: string;
  readonly port: number;
}

/**
 * Looks at what no host knows alone, then lets all hosts, if they are ready, dial one another. What fails is a finding, and a host
 * that takes no part in the run: then no rank starts.
 */
export async function checkNetwork(run: Run): Promise<void> {
  const { hosts, site, settings } = run;
  const network = site.checks?.network ?? null;
  if (network === null || run.attempt > 0 || hosts.length < 2) return;
  const master = hosts.findIndex(({ node }) => node.name === settings.plan.master.node);
  judgeLoopbacks(run, network);
  if (hosts.every(isReady)) await tryPairs(run, network, master);
}

/** Which host another one would dial at its loopback shows only on the networks of all. */
function judgeLoopbacks({ hosts, audience }: Run, network: Network): void {
  const questions = hosts.map((host) => (isReady(host) ? network.questionOf(host) : null));
  const report = createReporter();
  for (const question of findDialled(questions)) {
    const host = hosts.find(({ machine }) => machine.name === question.host);
    if (host === undefined) continue;
    const before = report.errorCount();
    reportNetwork(question, network.check, network.placesOf(host), report);
    if (report.errorCount() > before) refuse(host);
  }
  audience.show(report.diagnostics());
}

function refuse(host: Host): void {
  host.phase = 'over';
  host.refusals.push(`ranks there would lack a connection (${countOf(1, 'error')} above)`);
}

async function tryPairs(run: Run, network: Network, master: number): Promise<void> {
  const { hosts, site } = run;
  const masterPort = await site.choosePort(run.attempt);
  const offers = hosts.map((host) => offerOf(host, network));
  // A listener greets with it, so that none of another program, or of another run, is taken for ours.
  const word = randomBytes(8).toString('hex');
  await askAll(run, (at) => [
    ...(offers[at] === null ? [] : [`listen 0 ${word}`]),
    ...(at === master ? [`listen ${masterPort} ${word}`] : []),
  ]);
  const listeners = hosts.map(({ facts }) => listListeners(facts));
  const portOf = (at: number): number =>
    listeners[at]?.find(({ subject }) => subject === `0 ${word}`)?.number ?? 0;
  // A port that could not be listened on was taken meanwhile: rank 0 will report it.
  const isOpen = listeners[master]?.some(({ number }) => number === masterPort) ?? false;
  const masters = isOpen ? hosts.map((_, from) => ({ from, to: master })) : [];
  const tried = [
    ...masters.map((pair) => describeDial(pair, network.masterAddress(), masterPort)),
    ...choosePairs(hosts.length).map((pair) =>
      describeDial(pair, offers[pair.to]?.address ?? '', portOf(pair.to)),
    ),
  ].filter(({ port, address }) => port > 0 && address !== '');
  const failed = await dialAll(run, tried, word);
  // A host that is busy, or a link that is full, answers late: what was silent is tried again, when the others are done.
  const isUnsure = ({ problem }: FailedPair): boolean => problem === 'silent' || problem === 'large';
  const again = failed.filter(isUnsure);
  const stillFailed = again.length === 0 ? [] : await dialAll(run, again, word);
  await askAll(run, (at) => (listeners[at] ?? []).map(({ value }) => `unlisten ${value}`));
  if (run.signal !== null) return;
  const failures = groupFailures([...failed.filter((pair) => !isUnsure(pair)), ...stillFailed], tried);
  const report = createReporter();
  for (const failure of failures) reportFailure(run, failure, network, report);
  run.audience.show(report.diagnostics());
  if (run.onlyChecks) noteMtu(run, offers);
}

/** What ranks of a host will offer to others; null: not known. */
function offerOf(host: Host, { check, questionOf }: Network): Offer | null {
  const question = questionOf(host);
  return question === null || !check.isCertain ? null : findOffer(question);
}

/** Those that failed; what was not answered in time is silent. */
async function dialAll(
  run: Run,
  dials: readonly Dial[],
  word: string,
): Promise<readonly (Dial & FailedPair)[]> {
  const wordDialled = ({ address, port }: Dial): string => `${address} ${port} ${word}`;
  const dialsOf = groupBy(dials, ({ from }) => from);
  await askAll(run, (at) => [...new Set((dialsOf.get(at) ?? []).map((dial) => `dial ${wordDialled(dial)}`))]);
  return dials.flatMap((dial): readonly (Dial & FailedPair)[] => {
    const problem = readDial(tabulate(run.hosts[dial.from]?.facts ?? []).find('dial', wordDialled(dial)));
    return problem === null ? [] : [{ ...dial, problem }];
  });
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

const describeDial = (pair: Pair, address: string, port: number): Dial => ({
  ...{ ...pair, address, port },
  target: address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`,
});

const HIGHEST_PORT = 65_535;

/** The number is the port, and the value the process. */
const listListeners = (facts: Host['facts']) =>
  facts.filter(
    ({ question, value = '', number = 0 }) =>
      question === 'listen' && /^\d{1,7}$/.test(value) && number <= HIGHEST_PORT,
  );

/** A guard gives each question 10 s, and its listeners live for 120. */
const LONGEST_MS = 30_000;

/** Each host that has questions answers them, within one time. */
async function askAll(run: Run, questionsOf: (at: number) => readonly string[]): Promise<void> {
  const end = performance.now() + Math.min(run.timeoutMs, LONGEST_MS);
  const looking = run.hosts.filter((host, at) => ask(host, questionsOf(at)));
  const isWaitedFor = (host: Host): boolean => host.isLooking && isReady(host);
  while (run.signal === null && looking.some(isWaitedFor) && performance.now() < end)
    await run.bell.wait(Math.max(0, end - performance.now()));
}

/** Hosts whose connection was lost meanwhile have words of their own. */
function reportFailure(run: Run, failure: Failure, { check, placesOf }: Network, report: Reporter): void {
  const { host, kind, others, target, problem } = failure;
  // Of one pair the dialling host counts as unready, of several with one target the target: a spare may take its place.
  const isOfTarget = kind !== 'pair' || others.length > 1;
  const lacking = (isOfTarget ? [host] : others).flatMap((at) => run.hosts[at] ?? []).filter(isReady);
  const [first] = lacking;
  if (first === undefined) return;
  const [why, cure] = DIAL_WORDS[problem];
  report.error('RP5243', placesOf(first).host(), `${wordFailure(run, failure)} (${target}): ${why}`, {
    help: `${cure}; ranks would wait there until a time-out of ${LIBRARY_NAMES[check.library]} or of the store`,
  });
  lacking.forEach(refuse);
}

const MOST_NAMED = 4;

function wordFailure({ hosts }: Run, { host, kind, others }: Failure): string {
  const nameOf = (at: number): string => hosts[at]?.machine.name ?? '';
  const apart = others.filter((at) => at !== host);
  if (apart.length === 0) return `${nameOf(host)} does not reach itself`;
  const names = listSome(apart.map(nameOf), MOST_NAMED);
  if (kind === 'to') return `${nameOf(host)} is reached by none of ${names}`;
  if (kind === 'from') return `${nameOf(host)} reaches none of ${names}`;
  return `${names} ${apart.length === 1 ? 'does' : 'do'} not reach ${nameOf(host)}`;
}
