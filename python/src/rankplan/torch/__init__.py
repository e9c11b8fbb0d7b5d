"""Uneven shares in PyTorch: who trains which samples, what a loss counts, and whether all ranks hold one plan."""

from rankplan.torch._check import PlanMismatchError, check_plan
from rankplan.torch._sampler import ShareSampler, Step
from rankplan.torch._scale import scale_for

__all__ = ["PlanMismatchError", "ShareSampler", "Step", "check_plan", "scale_for"]
