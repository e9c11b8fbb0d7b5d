"""The plan itself, for what the environment does not say."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rankplan._place import Place


class PlannedGpu(NamedTuple):
    number: int
    uuid: str | None


def find_planned(place: Place, given: str | os.PathLike[str] | None) -> list[PlannedGpu]:
    """The GPUs of this rank, with the UUIDs that the plan gives them; none where the plan is not at hand."""
    content = read_given(place, given) if given is not None else find_beside_logs(place)
    if content is None:
        return []
    nodes = (node for node in json.loads(content)["nodes"] if node["name"] == place.node)
    uuids = {gpu["index"]: gpu["uuid"] for node in nodes for gpu in node["gpus"]}
    # A plan that the job binds names classes of nodes, and no UUIDs.
    return [PlannedGpu(number, uuids.get(number)) for number in place.gpus]


def read_given(place: Place, given: str | os.PathLike[str]) -> bytes:
    path = Path(given)
    content = (path / "plan.json" if path.is_dir() else path).read_bytes()
    if digest_of(content) != place.plan:
        raise ValueError(f"{os.fspath(given)} is not the plan of this process, which is {place.plan[:12]}")
    return content


def find_beside_logs(place: Place) -> bytes | None:
    """The logs of a compiled plan are by default in its folder, as runs/ID."""
    if place.run_dir is None:
        return None
    for folder in (Path(place.run_dir), Path(place.run_dir).parent.parent):
        try:
            content = (folder / "plan.json").read_bytes()
        except OSError:
            continue
        if digest_of(content) == place.plan:
            return content
    return None


def digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
