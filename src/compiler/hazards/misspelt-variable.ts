import { suggestRewrite } from '../diagnostics/suggestion.ts';
import { findMisspelt } from './find-misspelt.ts';
import type { Hazard } from './hazard.ts';

/** No library tells of a variable that it does not know. */
export const misspeltVariable: Hazard = {
  code: 'RP6002',
  check({ launch, inventory, places, report }) {
    const meant = new Map<string, string | null>();
    const look = (name: string, node: number | null) => {
      if (meant.has(name) || meant.size >= MAX_NAMES) return;
      const found = findMisspelt(name);
      meant.set(name, found);
      if (found === null) return;
      const span = places.variable(node, name);
      report.warning(
        'RP6002',
        span,
        `nothing is known to read \`${name}\`; \`${found}\` is meant, it seems`,
        {
          help: `write \`${found}\`, or say that it is meant: \`# rankplan-ignore RP6002: why\``,
          suggestion: suggestRewrite(span, name, found, false),
        },
      );
    };
    for (const name in launch.env) look(name, null);
    for (const [node, { env }] of inventory.nodes.entries()) for (const name in env) look(name, node);
  },
};

/** More different names than this are not looked at: a search takes a pass over all that are known. */
const MAX_NAMES = 1000;
