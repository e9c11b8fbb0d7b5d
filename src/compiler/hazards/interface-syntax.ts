import { listSettings } from '../mapping/list-settings.ts';
import type { Hazard } from './hazard.ts';

/** An entry that names nothing: how, or null. */
type FindWrong = (entry: string, position: number) => string | null;

/** gloo compares whole names. Neither it nor PyTorch, which splits the list, knows any other form. */
const inGloo: FindWrong = (entry) => {
  if (/^[\^=]/.test(entry)) return "`^` and `=` are NCCL's";
  if (/\s/.test(entry)) return 'a blank is taken for a part of the name';
  return /^\d+(\.\d+){3}$|\//.test(entry) ? 'an address is not looked for' : null;
};

/** NCCL takes `^` and then `=` off the front of the whole list, and what is left of each entry for a name. */
const inNccl: FindWrong = (entry, position) => {
  if (position === 0 ? entry.startsWith('=^') : /^[\^=]/.test(entry))
    return '`^`, and then `=`, stand once, before the whole list';
  return /\s/.test(entry) ? 'a blank is taken for a part of the name' : null;
};

const VARIABLES: readonly (readonly [name: string, library: string, find: FindWrong])[] = [
  ['GLOO_SOCKET_IFNAME', 'gloo', inGloo],
  ['NCCL_SOCKET_IFNAME', 'NCCL', inNccl],
  ['NCCL_IB_HCA', 'NCCL', inNccl],
];

/** What is meant for one library, or in no library's form, finds no interface. */
export const interfaceSyntax: Hazard = {
  code: 'RP6015',
  check(context) {
    for (const [variable, library, find] of VARIABLES) {
      for (const { node, name, value } of listSettings(context, variable)) {
        const entries = value.split(',');
        const wrong = entries.find((entry, i) => entry !== '' && find(entry, i) !== null);
        if (wrong === undefined) continue;
        context.report.warning(
          'RP6015',
          context.places.variable(node, name),
          `\`${name}=${value}\`: ${library} finds nothing that is called \`${wrong}\``,
          {
            notes: [
              `${find(wrong, entries.indexOf(wrong))} (read in NCCL 2.30.7, tried with gloo of PyTorch 2.13.0)`,
            ],
            help:
              library === 'gloo'
                ? 'write whole names, as `ip -br addr` shows them, with commas between; where nodes differ, in the `env` of each'
                : 'write `^=docker0,lo` for all but these two, `=eth0,eth1` for these two alone',
          },
        );
      }
    }
  },
};
