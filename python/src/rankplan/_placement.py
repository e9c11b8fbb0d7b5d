"""Whether this process sees the GPU that its plan gives it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from rankplan._place import Place, current

if TYPE_CHECKING:
    from rankplan._plan_file import PlannedGpu

VISIBILITY = (
    "CUDA_VISIBLE_DEVICES",
    "CUDA_DEVICE_ORDER",
    "ROCR_VISIBLE_DEVICES",
    "HIP_VISIBLE_DEVICES",
    "GPU_DEVICE_ORDINAL",
    "ZE_AFFINITY_MASK",
    "ONEAPI_DEVICE_SELECTOR",
)
"""What decides which GPUs a process sees; a launcher of rankplan sets or removes each."""


class PlacementError(RuntimeError):
    """This process does not see the GPU that its plan gives it."""

    __module__ = "rankplan"  # as tracebacks show it


def assert_placement(plan: str | os.PathLike[str] | None = None) -> tuple[str, ...]:
    """Raises PlacementError where this process does not see the GPU of its plan; returns what was compared.

    - ``visibility``: nobody has changed the list of visible GPUs since the launcher has set it.
    - ``count``: the NVIDIA driver shows this process as many GPUs as it needs.
    - ``uuid``: they are those that the plan names by UUID.
    - ``device``: torch, where it uses a GPU already, uses this one.

    ``plan`` is plan.json, or the folder that has it. Where it is not given it is looked for beside the run's logs, and
    where it is not there either, UUIDs are not compared. Where the plan gives an NVIDIA GPU, the driver is started.
    """
    place = current()
    compared = ["visibility"]
    check_visibility(place)
    if place.gpus and os.environ.get("CUDA_VISIBLE_DEVICES"):
        compared += check_driver(place, plan)
    if place.gpus and check_torch(place):
        compared.append("device")
    return tuple(compared)


def check_visibility(place: Place) -> None:
    given = environment_at_start()
    for name in VISIBILITY:
        if given.get(name) != os.environ.get(name):
            raise failure(
                place,
                f"{name} was {word(given.get(name))} when this process began, and is {word(os.environ.get(name))} now",
                "the program must not change it: leave the choice of GPUs to the plan",
            )
    visible = os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",")
    # Slurm may number the GPUs of a job anew, and then no index says which is meant.
    if not place.gpus or visible == [""] or "SLURM_JOB_ID" in os.environ:
        return
    own = visible[place.local_rank : place.local_rank + len(place.gpus)]
    if len(own) < len(place.gpus) or any(entry.isdigit() and int(entry) != gpu for entry, gpu in zip(own, place.gpus)):
        planned = ", ".join(map(str, place.gpus))
        raise failure(
            place,
            f"CUDA_VISIBLE_DEVICES is {','.join(visible)!r}, where cuda:{place.local_rank} is not GPU {planned}",
            "what starts the program (a wrapper, launch.setup) must leave the list as the launcher has set it",
        )


def check_driver(place: Place, plan: str | os.PathLike[str] | None) -> list[str]:
    from rankplan._cuda import DriverError, visible_uuids
    from rankplan._plan_file import find_planned

    planned = find_planned(place, plan)
    try:
        uuids = visible_uuids()
    except DriverError as error:
        raise failure(place, str(error), "ask `rankplan verify PLAN` on this machine why") from None
    own = uuids[place.local_rank : place.local_rank + len(place.gpus)]
    if len(own) < len(place.gpus):
        raise failure(
            place,
            f"the driver shows this process {len(uuids)} GPUs, and its own begin at cuda:{place.local_rank}",
            "a GPU of the list may be missing or lost: `rankplan verify PLAN` tells which",
        )
    named = [(gpu, uuid) for gpu, uuid in zip(planned, own) if gpu.uuid is not None]
    for gpu, uuid in named:
        check_uuid(place, gpu, uuid)
    return ["count", "uuid"] if named else ["count"]


def check_uuid(place: Place, gpu: PlannedGpu, found: str) -> None:
    planned = gpu.uuid or ""
    kind = planned.partition("-")[0]  # CUDA gives the digits alone: of a GPU, or of a MIG instance
    if not f"{kind}-{found}".lower().startswith(planned.lower()):
        raise failure(
            place,
            f"GPU {gpu.number} should be {planned} and is {kind}-{found}",
            "`rankplan verify PLAN` tells what else is not as planned on this machine",
        )


def check_torch(place: Place) -> bool:
    """Only where the program has loaded torch, and torch has a GPU: nothing is loaded for it."""
    torch = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_initialized():
        return False
    device = torch.cuda.current_device()
    last = place.local_rank + len(place.gpus) - 1
    if not place.local_rank <= device <= last:
        raise failure(
            place,
            f"torch uses cuda:{device}, and this rank's is cuda:{place.local_rank}",
            'call torch.cuda.set_device(int(os.environ["LOCAL_RANK"])) before anything else uses a GPU',
        )
    return True


def environment_at_start() -> dict[str, str]:
    try:
        with open("/proc/self/environ", "rb") as file:
            text = os.fsdecode(file.read())
    except OSError:
        return dict(os.environ)
    return dict(entry.split("=", 1) for entry in text.split("\0") if "=" in entry)


def word(value: str | None) -> str:
    return "not set" if value is None else repr(value)


def failure(place: Place, what: str, advice: str) -> PlacementError:
    return PlacementError(f"rank {place.rank} ({place.node}): {what}; {advice}")
