"""What a training script asks before it starts: where am I, is this my GPU, and how much of the batch is mine?"""

import rankplan

place = rankplan.current()
compared = rankplan.assert_placement()
device = f"cuda:{place.local_rank}" if place.gpus else "cpu"
print(f"rank {place.rank} of {place.world_size} on {place.node}: {device}, {place.share} of {place.global_batch} samples")
print(f"loss x {place.loss_scale:g}; compared: {', '.join(compared)}")
