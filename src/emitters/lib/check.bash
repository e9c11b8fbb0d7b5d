# For every script that rankplan writes: what it says, and whether the files beside it are its own.
# A script sets `script`, its name; `here`, its directory; `plan` and `lib`, the digests of plan.json and of these files.
# shellcheck shell=bash disable=SC2154,SC2128,SC2178 # set by the script; of a list the first is meant

say() { printf '%s: %s\n' "$script" "$*" >&"${report_fd:-2}"; }

refuse() { # why, and what to do
  say "$*"
  exit 78
}

refuse_file() { # file of the compiled directory, what is wrong with it where it is there
  [[ -e $1 ]] || refuse "$1 is missing: copy the whole directory (cp -a), or compile again"
  [[ -r $1 ]] || refuse "$1 may not be read by $(id -un): change its permissions, or copy the directory as its owner"
  refuse "$1 $2"
}

# The digests are worked out while other checks are made: check_digests reads them.
start_digests() { # files of lib/
  local name text all=''
  for name in "$@"; do
    mapfile -d '' text 2>/dev/null <"$here/lib/$name.bash" || refuse_file "$here/lib/$name.bash" 'cannot be read'
    all+=$text
  done
  # A here-string would need room in /tmp.
  exec {digests_fd}< <(exec sha256sum - "$here/plan.json" < <(printf '%s' "$all") 2>/dev/null)
}

check_digests() {
  local found_lib='' found_plan=''
  read -r found_lib _ <&"$digests_fd"
  read -r found_plan _ <&"$digests_fd"
  exec {digests_fd}<&-
  [[ -n $found_lib ]] || refuse "sha256sum is not on PATH ($PATH): without it nothing can be checked"
  [[ $found_lib == "$lib"* ]] ||
    refuse "$here/lib is not that of this script ($lib): compile again, or copy the whole directory"
  [[ ${found_plan#\\} == "$plan"* ]] ||
    refuse_file "$here/plan.json" "is not the plan of this script (${plan:0:12}): compile again, or copy the whole directory"
}
