bind_component() { # nodes as Slurm wrote them
  local index given members=0
  mapfile -t given < <(scontrol show hostnames "$1")
  for index in "${!node_names[@]}"; do
    ((node_components[index] == component)) || continue
    members=$((members + 1))
    [[ " ${given[*]} " == *" ${node_names[index]} "* ]] ||
      refuse "the plan puts ranks on ${node_names[index]}, but Slurm gave ${given[*]}: submit $RANKPLAN_SCRIPT"
  done
  ((members == ${#given[@]})) ||
    refuse "Slurm gave ${#given[@]} nodes (${given[*]}) where the plan has $members: submit $RANKPLAN_SCRIPT"
}
