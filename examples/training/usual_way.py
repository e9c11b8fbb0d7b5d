"""The usual way, for comparison: each rank gives its share as batch_size. It counts samples, and trains nothing."""

import json

from accelerate import Accelerator
from rankplan import current
from task import Waves
from torch.utils.data import DataLoader

accelerator = Accelerator(cpu=True)
loader = accelerator.prepare(DataLoader(Waves(), batch_size=current().share, shuffle=True))
numbers = [batch["number"].tolist() for batch in loader]
steps = accelerator.gather_for_metrics([len(numbers)], use_gather_object=True)
seen = accelerator.gather_for_metrics(sum(numbers, []), use_gather_object=True)
if accelerator.is_main_process:
    print(json.dumps({"steps": steps, "samples": len(seen), "distinct": len(set(seen))}))
accelerator.end_training()
