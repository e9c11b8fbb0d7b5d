# --- slurm.setup and launch.setup -----------------------------------------------------------------------------------
# At what bash cannot read, a shell would end in the midst, with a status and words of its own.
check_setup() { check_lines slurm.setup "$setup" && check_lines launch.setup "$rank_setup"; }

check_lines() { # key, lines
  local problem LC_ALL=C # a length in bytes
  [[ -n $2 ]] || return 0
  ((${#2} < 131072)) || refuse "the lines of $1 are more than the 128 KiB that a program takes as one word: source a file there"
  problem=$("$BASH" -pnc "$2" setup 2>&1) && return
  problem=${problem//setup: /}
  refuse "bash cannot read the lines of $1: correct them, and compile again
${problem//-c: /}"
}
preparations+=(check_setup)
