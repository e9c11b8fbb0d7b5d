import '../refuse-old-node.cjs';
import { loadBundle } from './load-bundle.ts';
import { print, watchOutput } from './output.ts';

declare const RANKPLAN_VERSION: string;

/** Scripts read the version often, so this loads nothing. */
function main(args: readonly string[]): void {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    watchOutput();
    print(`${RANKPLAN_VERSION}\n`);
  } else {
    loadBundle('cli.cjs');
  }
}

main(process.argv.slice(2));
