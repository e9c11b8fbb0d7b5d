# What a rank runs: Megatron takes the layers of the stages from the plan, and the rest as ever.
exec python pretrain_gpt.py \
  --num-layers 40 \
  --pipeline-model-parallel-size 4 \
  --pipeline-model-parallel-layout "$RANKPLAN_PIPELINE_LAYOUT" \
  "$@"
