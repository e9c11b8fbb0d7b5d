/**
 * The first word for a host. Every login shell (sh, bash, zsh, fish, tcsh) takes it, as between its single quotes there
 * is no quote, backslash, exclamation mark or line end. It says which machine is there after a mark that no login can
 * know, and then runs the script that it is sent: nothing is sent before the mark, so no other shell ever reads it.
 */
export const firstWord = (mark: string): string =>
  `exec /bin/sh -c 'echo; echo "${mark} sh $(uname -m)"; read -r rankplan_script; eval "$(printf %b "$rankplan_script")"'`;

/** Seconds. */
export interface ScriptWaits {
  /** After this time without a sign the guard treats its lifeline as torn. */
  readonly patience: number;
  /** How long the transfer of a program may take, if the host has `timeout`. */
  readonly timeout: number;
}

/** The script as the one line that the first word reads. */
export function writeScript(mark: string, { patience, timeout }: ScriptWaits): string {
  const script = SCRIPT.replaceAll('MARK', mark)
    .replaceAll('PATIENCE', `${patience}`)
    .replaceAll('TIMEOUT', `${Math.ceil(timeout)}`);
  return `${script.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}\n`;
}

/**
 * Finds a folder for the programs, requests those that are not there whole, and becomes the guard. POSIX sh; it has no
 * variable of the login's environment, which ranks get. User text comes as data, by lines after the script: the chosen
 * folder (may be empty); NAME SHA256 SIZE of rankplan-exec; the same of rankplan-probe, or `-`. It answers by lines
 * after the mark: `lacks PROGRAM`; `skip FOLDER: REASON`; `need NAME`, whose bytes are to follow; `broken NAME`;
 * `probe PATH`; `nowhere`; `serve`, after which the guard itself speaks.
 */
const SCRIPT = String.raw`set -f
rankplan_uid=$(id -u)
IFS= read -r rankplan_given || exit 1
read -r rankplan_exec rankplan_exec_sum || exit 1
read -r rankplan_probe rankplan_probe_sum || exit 1
rankplan_new=
rankplan_limit=
timeout TIMEOUT true 2>/dev/null && rankplan_limit="timeout TIMEOUT" # of a cut link sshd learns late

rankplan_say() { printf "%s %s\n" MARK "$1"; }
rankplan_skip() { rankplan_say "skip $rankplan_dir: $1"; return 1; }

rankplan_is_ours() { # a folder: no link, of this user, and no other user may write there
  set -- "$rankplan_uid" $(LC_ALL=C ls -ldn "$1" 2>/dev/null)
  case $2 in d????-??-*) [ "$1" = "$4" ] ;; *) return 1 ;; esac
}

rankplan_is_whole() { # file, sha256
  [ -f "$1" ] && [ ! -L "$1" ] || return 1
  set -- "$2" $(sha256sum <"$1" 2>/dev/null)
  [ "$1" = "$2" ]
}

rankplan_has_room() { # for so many bytes, and for what is executed
  (umask 077 && head -c "$1" /dev/zero >"$rankplan_new" && echo "#!/bin/sh" >"$rankplan_new") &&
    chmod 700 "$rankplan_new" && "$rankplan_new" </dev/null
} >/dev/null 2>&1

rankplan_get() { # name, sha256, size: written beside, and in its place when it is whole, as others may do so, too
  rankplan_is_whole "$rankplan_dir/$1" "$2" && return
  rankplan_new=$rankplan_dir/$1.MARK.$$
  rankplan_has_room "$3" || {
    rm -f "$rankplan_new"
    rankplan_skip "no room, or nothing may be written or executed there"
    return
  }
  rankplan_say "need $1"
  (umask 077 && $rankplan_limit head -c "$3" >"$rankplan_new") && chmod 700 "$rankplan_new" &&
    rankplan_is_whole "$rankplan_new" "$2" && mv -f "$rankplan_new" "$rankplan_dir/$1" &&
    rankplan_is_whole "$rankplan_dir/$1" "$2" && return
  rm -f "$rankplan_new"
  rankplan_say "broken $1"
  exit 1
}

rankplan_try() { # folder, umask of a new one
  rankplan_dir=$1
  [ -d "$1" ] || (umask "$2" && mkdir -p "$1") 2>/dev/null || {
    rankplan_skip "it cannot be made"
    return
  }
  rankplan_is_ours "$1" || {
    rankplan_skip "it is a link, of another user, or others may write there"
    return
  }
  rankplan_get "$rankplan_exec" $rankplan_exec_sum || return
  "$1/$rankplan_exec" --version </dev/null >/dev/null 2>&1 || rankplan_skip "rankplan-exec does not run there"
}

rankplan_prune() { # what was not started for long, unless it still runs
  touch -c "$rankplan_dir/$rankplan_exec" "$rankplan_dir/$rankplan_probe"
  set +f
  for rankplan_old in "$rankplan_dir"/rankplan-exec-* "$rankplan_dir"/rankplan-probe-*; do
    [ -n "$(find "$rankplan_old" -prune -type f -mtime +90 2>/dev/null)" ] || continue
    for rankplan_process in /proc/[0-9]*/exe; do
      [ "$rankplan_process" -ef "$rankplan_old" ] && continue 2
    done
    rm -f "$rankplan_old"
  done
  set -f
} 2>/dev/null

command -v sha256sum >/dev/null 2>&1 || {
  rankplan_say "lacks sha256sum"
  exit 1
}
trap "rm -f \"\$rankplan_new\"; exit 1" HUP INT TERM
case $rankplan_given in "" | /*) ;; *) rankplan_given=$(cd && pwd)/$rankplan_given ;; esac
{ [ -n "$rankplan_given" ] && rankplan_try "$rankplan_given" 022; } ||
  { [ -n "$HOME" ] && rankplan_try "$HOME/.cache/rankplan" 077; } ||
  { [ -n "$XDG_RUNTIME_DIR" ] && rankplan_try "$XDG_RUNTIME_DIR/rankplan" 077; } ||
  rankplan_try "/tmp/rankplan-$rankplan_uid" 077 ||
  rankplan_try "/tmp/rankplan-$rankplan_uid-MARK" 077 || {
  rm -f "$rankplan_dir/$rankplan_exec"
  rmdir "$rankplan_dir" 2>/dev/null
  rankplan_say nowhere
  exit 1
}
[ "$rankplan_probe" = - ] || ! rankplan_get "$rankplan_probe" $rankplan_probe_sum ||
  rankplan_say "probe $rankplan_dir/$rankplan_probe"
rankplan_prune
trap - HUP INT TERM
rankplan_say serve
exec "$rankplan_dir/$rankplan_exec" --serve --patience PATIENCE
`;
