import { findExec } from '../../runtime/run/find-exec.ts';
import { EnvironmentError } from '../verb.ts';

/** The path of rankplan-exec, without which `verb` starts nothing; RANKPLAN_EXEC names another. */
export function requireExec(verb: string, instead = ''): string {
  const found = findExec(process.env['RANKPLAN_EXEC'] || null, __dirname);
  if (found.path !== null) return found.path;
  throw new EnvironmentError(
    `\`${verb}\` needs rankplan-exec, which is not there or not executable: ${found.tried.join(', ')}. ` +
      `In a clone, \`npm run build:native\` builds it (it takes a C++ compiler); RANKPLAN_EXEC names another file${instead}`,
  );
}
