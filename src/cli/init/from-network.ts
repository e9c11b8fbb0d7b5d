import type { Reporter } from '../../compiler/diagnostics/reporter.ts';
import type { SourceFile } from '../../compiler/source/source-file.ts';
import { isHostName } from '../../compiler/values/address.ts';
import { compressHostList } from '../../compiler/values/compress-host-list.ts';
import { groupBy } from '../../compiler/values/lists.ts';
import { domainsOf, type Network } from '../../runtime/network/network.ts';
import { parseNetwork } from '../../runtime/network/parse-network.ts';
import type { DraftEntry } from './draft.ts';
import type { Entries } from './from-hostfile.ts';

/** The network of a file; null, with a finding, where it says nothing of one. */
export function readNetworkFile(file: SourceFile, report: Reporter): Network | null {
  const network = parseNetwork(file, report);
  if (network === null || 'levels' in network) return network;
  const at = network.at ?? 0;
  report.error('RP5121', { file, start: at, end: at }, `the network ${network.problem}`, {
    help: 'give topology.conf or topology.yaml of Slurm, what `scontrol show topology` prints, or what topograph writes',
  });
  return null;
}

/** A topology of all machines of a network. Nothing there tells how many GPUs they have. */
export function draftFromNetwork(file: SourceFile, gpus: number | null, report: Reporter): Entries | null {
  const network = readNetworkFile(file, report);
  if (network === null) return null;
  const hosts = [...new Set(network.levels.flatMap(({ domainOf }) => [...domainOf.keys()]))].filter(
    isHostName,
  );
  if (hosts.length === 0) {
    report.error('RP5121', { file, start: 0, end: 0 }, 'the network has no machine below its switches', {
      help: 'give the whole description: `scontrol show topology` prints the nodes of each switch',
    });
    return null;
  }
  const domains = domainsOf(network, hosts);
  const placed = hosts.map((host, i) => ({ host, domain: domains[i] ?? [] }));
  const count = gpus ?? 8;
  if (gpus === null)
    report.warning(
      'RP5117',
      { file, start: 0, end: 0 },
      'a network does not tell how many GPUs a node has: taken to be 8',
      {
        help: 'say it with `--gpus N`',
      },
    );
  return {
    origin: 'Written from a description of the network by `rankplan init --from network`.',
    entries: [...groupBy(placed, ({ domain }) => JSON.stringify(domain)).values()].map(
      (members): DraftEntry => ({
        hosts: compressHostList(members.map(({ host }) => host)),
        isClass: false,
        cpus: null,
        domain: members[0]?.domain ?? [],
        gpus: count === 0 ? [] : [{ type: null, count }],
        cpuRanks: count === 0 ? 1 : 0,
      }),
    ),
    spared: [],
    slurm: null,
  };
}
