# The plan has no command.
check_command() { # words of the caller
  (($# > 0)) || refuse 'there is no command: the plan has none, so give it after the script'
  [[ $1 != -* ]] || refuse "the command would begin with '$1': give the program first"
}
