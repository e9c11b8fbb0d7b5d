# Stands for a training, so that this example needs neither GPU nor Python: it reports forty steps at once. An H100 does 200
# samples a second and an A100 100, but for GPU 3, which is too hot. In Python it would be `rankplan.report_step(seconds)`.
case $RANKPLAN_GPU in
  0) speed=200 ;;
  3) speed=80 ;;
  *) speed=100 ;;
esac
for ((step = 0; step < 40; step++)); do
  ((microseconds = RANKPLAN_LOCAL_BATCH * 1000000 / speed + (step + RANK) * 37 % 11 * 1000))
  printf '{"step": %d, "seconds": %d.%06d, "samples": %d}\n' "$step" $((microseconds / 1000000)) \
    $((microseconds % 1000000)) "$RANKPLAN_LOCAL_BATCH" >&"$RANKPLAN_STEPS_FD"
done
