"""Where this process stands in its plan, as the launcher has told it in the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

T = TypeVar("T")


class NotPlannedError(RuntimeError):
    """This process was not started by a launcher of rankplan."""

    __module__ = "rankplan"  # as tracebacks show it


@dataclass(frozen=True)
class Place:
    """One rank's place in the plan, and its share of the work."""

    rank: int
    world_size: int
    node: str
    """The node's name in the plan, which need not be its host name."""
    node_rank: int
    local_rank: int
    """LOCAL_RANK: this rank's GPU is ``cuda:local_rank``; of a rank with several GPUs, the first."""
    local_world_size: int
    rank_on_node: int
    """Which of the node's ranks this is. It differs from local_rank where each rank sees nothing but its own GPUs."""
    gpus: tuple[int, ...]
    """The GPUs of the plan, by their index on the node; none for a rank on a CPU."""
    plan: str
    """The sha256 of plan.json."""
    run_dir: str | None
    """The folder of this run's logs."""
    restart: int
    """How often the ranks of this run have been started anew."""
    share: int | None
    """This rank's samples of each global batch; None where the plan has no ``workload``, as the next two."""
    shares: tuple[int, ...] | None
    """The share of each rank."""
    loss_scale: float | None
    """What makes a local mean loss, averaged over ranks as DDP does it, the mean of the global batch."""
    stage: int | None
    """This rank's pipeline stage; None where the plan has no ``stages``, as the next."""
    stage_layers: tuple[int, ...] | None
    """The layers of each stage."""

    @property
    def global_batch(self) -> int | None:
        return None if self.shares is None else sum(self.shares)


def current(environment: Mapping[str, str] | None = None) -> Place:
    """Returns the place of this process; raises NotPlannedError where no launcher of rankplan has started it."""
    given = os.environ if environment is None else environment
    if "RANKPLAN_RANK" not in given:
        raise NotPlannedError(
            "this process has no place in a plan (RANKPLAN_RANK is not set): "
            "start it by `rankplan run PLAN`, by launch.sh, or by the job of a compiled plan"
        )
    return Place(
        rank=_read(given, "RANKPLAN_RANK", _count),
        world_size=_read(given, "WORLD_SIZE", _count),
        node=_read(given, "RANKPLAN_NODE", str),
        node_rank=_read(given, "GROUP_RANK", _count),
        local_rank=_read(given, "LOCAL_RANK", _count),
        local_world_size=_read(given, "LOCAL_WORLD_SIZE", _count),
        rank_on_node=_read(given, "RANKPLAN_LOCAL_RANK", _count),
        gpus=_read(given, "RANKPLAN_GPU", _counts),
        plan=_read(given, "RANKPLAN_PLAN", str),
        run_dir=_find(given, "RANKPLAN_RUN_DIR", str),
        restart=_find(given, "RANKPLAN_RESTART", _count) or 0,
        share=_find(given, "RANKPLAN_LOCAL_BATCH", _count),
        shares=_find(given, "RANKPLAN_BATCH_SHARES", _counts),
        loss_scale=_find(given, "RANKPLAN_LOSS_SCALE", float),
        stage=_find(given, "RANKPLAN_STAGE", _count),
        stage_layers=_find(given, "RANKPLAN_STAGE_LAYERS", _counts),
    )


def _read(given: Mapping[str, str], name: str, parse: Callable[[str], T]) -> T:
    value = _find(given, name, parse)
    if value is None:
        raise ValueError(f"{name} is not set, though RANKPLAN_RANK is: something in this program has removed it")
    return value


def _find(given: Mapping[str, str], name: str, parse: Callable[[str], T]) -> T | None:
    text = given.get(name)
    if text is None:
        return None
    try:
        return parse(text)
    except ValueError:
        raise ValueError(f"{name} is {text!r}, which no launcher of rankplan sets") from None


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return int(text)


def _counts(text: str) -> tuple[int, ...]:
    return tuple(_count(part) for part in text.split(",")) if text else ()
