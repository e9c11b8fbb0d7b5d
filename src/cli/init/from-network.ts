import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { SourceFile } from '../../compiler/source/source-file.ts';
import { isHostName } from '../../compiler/values/address.ts';
import { compressHostList } from '../../compiler/values/compress-host-list.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import { domainsOf, type Network } from '../../runtime/network/network.ts';
import { parseNetwork } from '../../runtime/network/parse-network.ts';
import type { Draft } from './draft.ts';
import type { Surroundings } from './launch/launch.ts';
import { assume, refuse, stop } from './launch/refusal.ts';

function readNetworkFile(file: SourceFile, report: Reporter): Network {
  const network = parseNetwork(file, report) ?? stop();
  if ('levels' in network) return network;
  const at = network.at ?? 0;
  const help = 'give topology.conf or topology.yaml of Slurm, or what `scontrol show topology` prints';
  refuse({ file, start: at, end: at }, `the network ${network.problem}`, help, 'RP5121');
}

/** A topology of all machines of a network, which does not say how many GPUs they have. */
export function draftFromNetwork(file: SourceFile, around: Surroundings): Draft {
  const { gpus, span, report } = around;
  const network = readNetworkFile(file, report);
  const named = network.levels.flatMap(({ domainOf }) => [...domainOf.keys()]);
  const hosts = [...new Set(named)].filter(isHostName);
  const help = 'give the whole description: `scontrol show topology` prints the nodes of each switch';
  if (hosts.length === 0) refuse(span, 'the network has no machine below its switches', help, 'RP5121');
  const count = gpus ?? 8;
  const message = 'a network does not say how many GPUs a node has: taken to be 8';
  if (gpus === null) assume(around, message, 'give the number by `--gpus N`');
  const domains = domainsOf(network, hosts);
  const placed = hosts.map((host, i) => ({ host, domain: domains[i] ?? [] }));
  return {
    summary: 'description of a network',
    origin: ['Written from a description of the network by `rankplan init --from network`.'],
    entries: [...groupBy(placed, ({ domain }) => JSON.stringify(domain)).values()].map((members) => ({
      hosts: compressHostList(members.map(({ host }) => host)),
      domain: members[0].domain,
      gpus: count === 0 ? [] : [{ type: null, count }],
    })),
  };
}
