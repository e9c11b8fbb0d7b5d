import { accessSync, constants } from 'node:fs';
import { findNative } from '../runtime/native.ts';
import { EnvironmentError } from './verb.ts';

/** The path of rankplan-exec, without which `verb` starts nothing; RANKPLAN_EXEC names another than that of the package. */
export function requireExec(verb: string, instead = ''): string {
  const explicit = process.env['RANKPLAN_EXEC'] || null;
  const path = findNative({ explicit, folder: __dirname }, 'rankplan-exec');
  try {
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    // Its calls are those of Linux: a build elsewhere cannot work.
    throw new EnvironmentError(
      process.platform === 'linux'
        ? `\`${verb}\` needs rankplan-exec, which is not there or not executable: ${path}. ` +
            `In a clone, \`npm run build:native\` builds it (it takes a C++ compiler); RANKPLAN_EXEC names another file${instead}`
        : `\`${verb}\` runs on Linux only, not on ${process.platform}: call it on the machine of the ranks; the verbs that plan work here`,
    );
  }
}
