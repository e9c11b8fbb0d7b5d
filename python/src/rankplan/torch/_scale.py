"""Loss scaling by what is counted at run time, such as tokens."""

from __future__ import annotations

import torch
import torch.distributed as dist


def scale_for(count: int | torch.Tensor, group: dist.ProcessGroup | None = None) -> torch.Tensor:
    """Returns what makes a local mean over so many items the mean over those of all ranks, as DDP and FSDP average it.

    For losses whose weight no plan knows: a mean over tokens counts each rank by its tokens. Weights need not be whole
    numbers; where no rank has anything the factor is 0. All ranks call it.
    """
    # NCCL reduces what is on the GPU only; a tensor is where its backend can reach it.
    on_gpu = not isinstance(count, torch.Tensor) and dist.get_backend(group) == "nccl"
    mine = torch.as_tensor(count, dtype=torch.float64, device=torch.cuda.current_device() if on_gpu else None)
    total = mine.clone()
    dist.all_reduce(total, group=group)
    return torch.where(total == 0, 0.0, mine / total * dist.get_world_size(group))
