import '../refuse-old-node.cjs';
import { loadBundle } from './load-bundle.ts';
import { print, watchOutput } from './output.ts';
import { EXIT } from './verb.ts';

declare const RANKPLAN_VERSION: string;

/** Scripts read the version often, so this loads nothing. */
function main(args: readonly string[]): void {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    watchOutput();
    print(`${RANKPLAN_VERSION}\n`);
  } else if (args.some((arg) => arg.includes('\ufffd'))) {
    // Node.js gives that for bytes that are not UTF-8: a file of that name is another one, or would be made.
    process.stderr.write('rankplan: an argument is not UTF-8: rename what it names\n');
    process.exitCode = EXIT.usage;
  } else {
    loadBundle('cli.cjs');
  }
}

main(process.argv.slice(2));
