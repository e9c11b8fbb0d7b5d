# --- slurm.container, by pyxis --------------------------------------------------------------------------------------
# srun's options say where the tasks are to be, and all after that runs in the container: so the compiled directory is
# mounted there, and so is the one in which the ranks are to be. Of variables that the image sets, too, it takes the
# image's: all that a task needs of Slurm and of the job is named, beside what the caller names.
choose_mounts() {
  local mount
  inside=$container_dir
  kept_variables=CUDA_VISIBLE_DEVICES,ROCR_VISIBLE_DEVICES,ZE_AFFINITY_MASK,MASTER_PORT,RANKPLAN_MASTER_ADDR
  kept_variables+=,RANKPLAN_DIR,RANKPLAN_RUN_DIR${PYXIS_CONTAINER_ENV:+,$PYXIS_CONTAINER_ENV}
  mount_list=$here:$here
  [[ $PWD == "$here" || $PWD == / ]] || mount_list+=,$PWD:$PWD
  [[ $here$PWD != *[,:]* ]] || refuse "$here or $PWD cannot be mounted: pyxis takes no ',' and no ':' in a path"
  for mount in "${mounts[@]}"; do mount_list+=,$mount; done
}
preparations+=(choose_mounts)
