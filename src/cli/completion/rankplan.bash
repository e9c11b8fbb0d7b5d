# Completion of rankplan's command line for bash (4.4 or newer). Either of:
#   eval "$(rankplan completion bash)"     in ~/.bashrc
#   rankplan completion bash > ~/.local/share/bash-completion/completions/rankplan
_rankplan() {
  # bash takes `=` for a word of its own, which stands between an option and its value.
  local value words=("${COMP_WORDS[@]:1:COMP_CWORD}")
  if [[ ${words[-1]} == = ]]; then words[-1]=''; fi
  COMPREPLY=()
  while IFS=$'\t' read -r value _; do
    case $value in
      :files) compopt -o default ;;
      :folders) compopt -o dirnames ;;
      *) COMPREPLY+=("$value") ;;
    esac
  done < <(rankplan completion bash -- "${words[@]}" 2>/dev/null)
}
complete -o nosort -F _rankplan rankplan
