import { readFileSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Whether the end of the login is none of this process's business, so that a HUP means nothing: there is no terminal on
 * descriptors 0 to 2 (as under `nohup`, which redirects each that is one, or `setsid` with a log), or HUP was ignored when
 * it was started. Node forgets that at its start, so it is asked of the parent, from whom it comes.
 */
export function outlivesLogin(): boolean {
  return [0, 1, 2].every((descriptor) => !isatty(descriptor)) || isHangupIgnored(process.ppid);
}

/** SigIgn is a mask in hexadecimal digits; HUP is signal 1, its lowest bit. */
function isHangupIgnored(pid: number): boolean {
  try {
    const digits = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return digits !== undefined && Number.parseInt(digits.slice(-1), 16) % 2 === 1;
  } catch {
    return false; // no /proc, or not for us: it is not known
  }
}
