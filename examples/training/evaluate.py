"""Evaluation with Accelerate: what ranks find comes together, each sample once and in the order of the data."""

import json

import torch
from accelerate import Accelerator
from rankplan.torch import EvalSampler, check_plan
from task import Waves, make_model
from torch.utils.data import DataLoader

check_plan()
accelerator = Accelerator(cpu=True)
data = Waves()
sampler = EvalSampler(data)
loader = DataLoader(data, batch_sampler=sampler, num_workers=1)  # not in prepare(), which would divide it once more
model = accelerator.prepare(make_model()).eval()
numbers, errors = [], []
with torch.no_grad():
    for step in sampler.steps(loader):
        error = (model(step.batch["x"]) - step.batch["labels"]).square()
        numbers.append(step.gather(step.batch["number"]))
        errors.append(step.gather(error))
in_order = torch.cat(numbers).tolist() == list(range(len(data)))
if accelerator.is_main_process:
    print(json.dumps({"in_order": in_order, "error": torch.cat(errors).mean().item()}))
accelerator.end_training()
