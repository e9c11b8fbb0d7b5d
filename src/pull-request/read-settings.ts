import { readFileSync } from 'node:fs';
import type { Section } from './render-comment.ts';

export interface Settings {
  /** Such as https://api.github.com. */
  readonly apiUrl: string;
  readonly repository: string;
  readonly pullRequest: number;
  /** Whether a comment is wanted; if not, there is the job's summary only. */
  readonly comment: boolean;
  /** Empty when there is none. */
  readonly token: string;
  readonly key: string;
  readonly author: string;
  /** Where the job's summary goes, or null. */
  readonly summaryPath: string | null;
  readonly sections: readonly Section[];
}

/** A wrong call: a mistake in a workflow. Its message has no value that could be secret. */
export class SettingsError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings of a workflow: GitHub's own variables, and pairs of an option and its value for each topology. */
export function readSettings(args: readonly string[], environment: Environment): Settings {
  const required = (name: string, form: RegExp) => {
    const value = environment[name] ?? '';
    if (!form.test(value)) throw new SettingsError(`${name} is missing, or not of its form`);
    return value;
  };
  const summaryPath = environment['GITHUB_STEP_SUMMARY'] ?? '';
  return {
    apiUrl: readApiUrl(environment['GITHUB_API_URL'] ?? 'https://api.github.com'),
    repository: required('GITHUB_REPOSITORY', /^[\w.-]+\/[\w.-]+$/),
    pullRequest: Number(required('RANKPLAN_PULL_REQUEST', /^\d{1,12}$/)),
    comment: required('RANKPLAN_COMMENT', /^(true|false)$/) === 'true',
    token: required('RANKPLAN_TOKEN', /^[\x21-\x7e]*$/),
    key: required('RANKPLAN_COMMENT_KEY', /^\w+(-\w+)*$/),
    author: required('RANKPLAN_COMMENT_AUTHOR', /./),
    summaryPath: summaryPath === '' ? null : summaryPath,
    sections: readSections(args),
  };
}

/** The token is sent to this address, so it must be https or on this machine. */
function readApiUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url === null || (url.protocol !== 'https:' && !isLocal) || url.username !== '' || url.search !== '')
    throw new SettingsError('GITHUB_API_URL must be an https address');
  return text;
}

function readSections(args: readonly string[]): readonly Section[] {
  const sections: Section[] = [];
  for (let i = 0; i < args.length; i += 2) {
    const [option, value = ''] = args.slice(i, i + 2);
    const kind = KINDS.find((known) => option === `--${known}`);
    if (option === '--changed') sections.push({ kind: 'changed', markdown: readFileSync(value, 'utf8') });
    else if (kind !== undefined) sections.push({ kind, name: value });
    else
      throw new SettingsError(
        'the arguments are pairs: --changed FILE, or --new, --removed or --broken NAME',
      );
  }
  return sections;
}

const KINDS = ['new', 'removed', 'broken'] as const;
