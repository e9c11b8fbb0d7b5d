# Stands in for a training: six steps, each saved. It goes on where the attempt before has stopped.
state=$RANKPLAN_RUN_DIR/rank-$RANK.step
step=0
[[ ! -e $state ]] || step=$(<"$state")
echo "attempt $RANKPLAN_RESTART begins after step $step"
while ((step < 6)); do
  # The fault that goes away: a network that was lost, memory that another program had.
  ((step != 3 || RANK != 1 || RANKPLAN_RESTART > 0)) || { echo 'lost the network' >&2 && exit 1; }
  # As a collective does it, each rank waits for the slowest.
  for ((peer = 0; peer < WORLD_SIZE; peer++)); do
    until ((peer == RANK)) || (($(cat "$RANKPLAN_RUN_DIR/rank-$peer.step" 2>/dev/null || echo 0) >= step)); do sleep 0.05; done
  done
  step=$((step + 1))
  echo "$step" >"$state.new" && mv "$state.new" "$state"
done
echo "done after step $step"
