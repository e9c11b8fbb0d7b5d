import { findExec } from '../../runtime/run/find-exec.ts';
import { EnvironmentError } from '../verb.ts';

/** The path of rankplan-exec, without which `verb` starts nothing; RANKPLAN_EXEC names another. */
export function requireExec(verb: string, instead = ''): string {
  const found = findExec(process.env['RANKPLAN_EXEC'] || null, __dirname);
  if (found.path !== null) return found.path;
  // Its calls are those of Linux: a build elsewhere cannot work.
  if (process.platform !== 'linux')
    throw new EnvironmentError(
      `\`${verb}\` runs on Linux only, not on ${process.platform}: call it on the machine of the ranks; the verbs that plan work here`,
    );
  throw new EnvironmentError(
    `\`${verb}\` needs rankplan-exec, which is not there or not executable: ${found.tried.join(', ')}. ` +
      `In a clone, \`npm run build:native\` builds it (it takes a C++ compiler); RANKPLAN_EXEC names another file${instead}`,
  );
}
