"""Process groups of one machine. Ranks of a run have one parent, and meet in a folder of the imitated machine."""

import os
import sys
import time
import traceback

from . import cuda

HANG_SECONDS = 300
group = {}


def tell_exception(kind, error, trace):
    """In one piece, so that lines of several ranks stay whole; as PyTorch, with the rank where there is a group."""
    prefix = f"[rank{get_rank()}]: " if group else ""
    lines = "".join(traceback.format_exception(kind, error, trace)).splitlines()
    os.write(2, "".join(f"{prefix}{line}\n" for line in lines).encode())


sys.excepthook = tell_exception


class DistBackendError(RuntimeError):
    pass


def init_process_group(backend="nccl"):
    if "nccl" in backend and not cuda.is_available() and "gloo" not in backend:
        raise ValueError("ProcessGroupNCCL is only supported with GPUs, no GPUs found!")
    for name in ("RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"):
        if name not in os.environ:
            problem = f"environment variable {name} expected, but not set"
            raise ValueError(f"Error initializing torch.distributed using env:// rendezvous: {problem}")
    group.update(backend=backend, rank=int(os.environ["RANK"]), size=int(os.environ["WORLD_SIZE"]))


def get_rank():
    return group["rank"]


def get_world_size():
    return group["size"]


def all_reduce(tensor):
    if "met" in group:
        return
    on_gpu = tensor.device.startswith("cuda")
    uses_nccl = on_gpu and "nccl" in group["backend"]
    device = f"{cuda.get_device_properties(tensor.device).pci_bus_id:x}000" if uses_nccl else ""
    group["met"] = meet(device)
    others = [rank for rank, theirs in enumerate(group["met"]) if theirs == device and rank != get_rank()]
    if uses_nccl and others:
        last = f"Duplicate GPU detected : rank {get_rank()} and rank {others[0]} both on CUDA device {device}"
        refuse("invalid usage", "ncclInvalidUsage: This usually reflects invalid usage of NCCL library.", last)
    if uses_nccl and len(set(group["met"])) < get_world_size():
        cause = "A call failed possibly due to a network error or a remote process exiting prematurely."
        refuse("remote process exited or there was a network error", f"ncclRemoteError: {cause}", "")


def refuse(error, explanation, last):
    head = f"NCCL error: {error} (run with NCCL_DEBUG=WARN for details), NCCL version 2.27.7"
    raise DistBackendError(f"{head}\n{explanation}\nLast error:\n{last}")


def meet(word):
    """What each rank has said, once all have."""
    folder = os.path.join(os.environ["RANKPLAN_FAKE_STATE"], f"group-{os.getppid()}")
    os.makedirs(folder, exist_ok=True)
    own = os.path.join(folder, f"rank-{get_rank()}")
    with open(own + ".new", "w") as file:
        file.write(word)
    os.rename(own + ".new", own)
    paths = [os.path.join(folder, f"rank-{rank}") for rank in range(get_world_size())]
    wait_until(lambda: all(os.path.exists(path) for path in paths), "the other ranks did not come")
    return [open(path).read() for path in paths]


def destroy_process_group():
    """A real training lasts; this one, until the audit of `rankplan run` has looked four times more."""
    if "RANKPLAN_RUN_DIR" in os.environ and cuda.opened:
        end = count_looks() + 4
        wait_until(lambda: count_looks() >= end, "nobody looks")


def count_looks():
    path = os.path.join(os.environ["RANKPLAN_FAKE_STATE"], "asked")
    return os.stat(path).st_size if os.path.exists(path) else 0


def wait_until(is_so, problem):
    deadline = time.monotonic() + HANG_SECONDS
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(problem)
        time.sleep(0.05)
