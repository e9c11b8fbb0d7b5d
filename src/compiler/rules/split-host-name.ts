import { valueSpan } from '../syntax/document.ts';
import type { Rule } from './rule.ts';

/** `lab 1`: a blank divides a host list as a comma does, so these are the hosts `lab` and `1`. */
export const splitHostName: Rule = {
  name: 'split-host-name',
  codes: ['RP2035'],
  sees: 'topology',
  check({ topology: { source }, report }) {
    for (const node of source.nodes) {
      const { hosts } = node;
      const lists = typeof hosts === 'string' ? [hosts] : hosts;
      for (const [i, text] of lists.entries()) {
        const [whole, name, number] = SPLIT.exec(text.slice(0, MAX_TEXT)) ?? [];
        if (whole === undefined) continue;
        const span = typeof hosts === 'string' ? valueSpan(node, 'hosts') : valueSpan(hosts, i);
        report.warning('RP2035', span, `\`${name} ${number}\` is two hosts, \`${name}\` and \`${number}\``, {
          help: `write \`${name}${number}\` for one host, \`${name},${number}\` for two`,
        });
      }
    }
  },
};

/** A name without a number, a blank, and a number without a name. */
const SPLIT = /(?:^|[\s,])([A-Za-z][A-Za-z._-]*)[ \t\r\n]+(\d+|\[[\d,-]+\])(?=[\s,]|$)/;
/** Somebody writes longer lists by program. */
const MAX_TEXT = 4096;
