"""Splits a model of 40 layers where its env file says, and prints how many layers each stage got."""

import os

import torch
from torch.distributed.pipelining import SplitPoint, pipeline


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(torch.nn.Linear(4, 4) for _ in range(40))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


points = os.environ["RANKPLAN_SPLIT_POINTS"].split(",")
spec = {f"layers.{point}": SplitPoint.BEGINNING for point in points}
pipe = pipeline(Model(), (torch.zeros(2, 4),), split_spec=spec)
stages = [pipe.get_stage_module(stage).named_parameters() for stage in range(pipe.num_stages)]
print(*(sum(name.endswith("weight") for name, _ in stage) for stage in stages), sep=",")
