import type { SourceFile } from '../../../compiler/source/source-file.ts';
import { isHostName } from '../../../compiler/values/address.ts';
import { MAX_SLOTS } from '../../../compiler/values/budget.ts';
import { type Placement, readLines, type Surroundings, upTo } from './launch.ts';
import type { Word } from './options.ts';
import { refuse, stop } from './refusal.ts';

const LINE = /^rank\s+(\d{1,9})\s*=\s*(\S+?)\s+slots?\s*=\s*(\S.*)$/i;
const FORM = 'write `rank 0=host slot=0`, a line for each rank; comments start with `#`';

/**
 * A rankfile of Open MPI: the host of each rank. Its slots are CPUs; it does not name GPUs, and ranks of a host take
 * them in order, like programs that use their local rank.
 */
export function placeByRankfile(file: SourceFile, { report, gpus }: Surroundings): Placement {
  const lines = readRanks(file, report);
  const hosts = [...new Set(lines.map(({ host }) => host))];
  const index = new Map(hosts.map((host, i) => [host, i]));
  const order = lines.map(({ host }) => index.get(host) ?? 0);
  const counts = hosts.map(() => 0);
  for (const node of order) counts[node] = (counts[node] ?? 0) + 1;
  const nodes = hosts.map((host, i) => {
    const ranks = counts[i] ?? 0;
    return { host, gpus: gpus === 0 ? [] : upTo(ranks), type: null, ranks };
  });
  return { nodes, isBound: false, order };
}

/** In the order of ranks, which must be 0 to the last without a gap: Open MPI puts missing ones anywhere. */
function readRanks(file: SourceFile, report: Surroundings['report']) {
  const read = readLines(file, report, readLine);
  if (read.length === 0 || read.length > MAX_SLOTS)
    refuse({ file, start: 0, end: 0 }, `the rankfile has ${read.length} ranks`, FORM);
  const lines = read.map((line) => line ?? stop()).sort((a, b) => a.rank - b.rank);
  const wrong = lines.find(({ rank }, i) => rank !== i);
  if (wrong !== undefined) refuse(wrong.span, 'ranks are not 0 to the last, each once', FORM);
  return lines;
}

function readLine({ text, span }: Word) {
  const [, rank, host = ''] = LINE.exec(text) ?? [];
  if (rank === undefined) refuse(span, 'this line is none of a rankfile', FORM);
  if (!isHostName(host)) refuse(span, `\`${host.slice(0, 80)}\` is no host name`, FORM);
  return { rank: Number(rank), host, span };
}
