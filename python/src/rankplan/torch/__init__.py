"""Uneven shares in PyTorch: who trains which samples, what a loss counts, and whether all ranks hold one plan."""

from rankplan.torch._check import PlanMismatchError, check_plan
from rankplan.torch._compute import time_compute
from rankplan.torch._sampler import EvalSampler, ShareSampler
from rankplan.torch._scale import scale_for
from rankplan.torch._step import Step

__all__ = ["EvalSampler", "PlanMismatchError", "ShareSampler", "Step", "check_plan", "scale_for", "time_compute"]
