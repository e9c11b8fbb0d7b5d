"""
PyTorch as far as the examples use it, on the imitated CUDA driver that RANKPLAN_CUDA names: devices, memory on them,
process groups. What PyTorch and NCCL refuse is refused here in their words (torch 2.13, NCCL 2.27).
"""

from . import cuda
from . import distributed as distributed

AcceleratorError = cuda.AcceleratorError


class Tensor:
    def __init__(self, count, device):
        self.count, self.device = count, device
        if device.startswith("cuda"):
            cuda.allocate(cuda.ordinal_of(device), 4 * count)

    def to(self, device):
        return Tensor(self.count, device)


def ones(count, device="cpu"):
    return Tensor(count, device)
