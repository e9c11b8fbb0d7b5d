# Before a rank starts: each would say in other words that there is none, or nothing that names the node.
check_image() {
  local file=$image lacking=()
  [[ -n $file && $file != *:* ]] || return 0 # docker://, docker-archive: and others are no files
  [[ $file == /* ]] || { [[ -z $rank_setup ]] && file=$PWD/$file || return 0; } # launch.setup may go elsewhere
  mapfile -t lacking < <(list_lacking "$file" | sort -u)
  ((${#lacking[@]} == 0)) ||
    refuse "no rank is started: ${lacking[*]} cannot read $file, the image: put it where all nodes see it, or change slurm.container.image"
}
last_checks+=(check_image)
