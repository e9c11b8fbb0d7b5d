# The last function: a script that finds it has this whole file.
finish() { # which rank failed first, and its status
  local end
  report_outcome
  for end in "${ends[@]}"; do "$end"; done
  exit "$job_status"
}
