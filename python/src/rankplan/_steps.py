"""What the steps of a rank take, for `rankplan rescore`."""

from __future__ import annotations

import math
import os
import sys

_LONGEST_LINE = 512  # bytes: so it is one write, and whole lines even where processes share the file

_descriptor: int | None = None
_is_looked_for = False
_count = 0


def report_step(seconds: float, samples: int | None = None, step: int | None = None) -> None:
    """Notes what this rank itself took for one step, without the time that it waited for other ranks.

    Without samples these are the rank's share by the plan; steps are counted from 0. It does nothing unless the
    launcher records (``rankplan run --record``), and ends no training: what cannot be written is told once on stderr.
    """
    global _count
    if not (math.isfinite(seconds) and seconds > 0):
        raise ValueError(f"a step takes more than 0 seconds, not {seconds!r}")
    number = _count if step is None else int(step)
    _count = number + 1
    done = int(os.environ.get("RANKPLAN_LOCAL_BATCH", "0")) if samples is None else int(samples)
    descriptor = _find_descriptor()
    if descriptor is None:
        return
    import json  # here, as the command `rankplan` loads this file, too

    line = json.dumps({"step": number, "seconds": float(seconds), "samples": done}).encode() + b"\n"
    if len(line) > _LONGEST_LINE:
        raise ValueError(f"a step's record has {_LONGEST_LINE} bytes at most")
    try:
        os.write(descriptor, line)
    except OSError as error:
        _give_up(error)


def _find_descriptor() -> int | None:
    """The file, not the descriptor: a program in between may have closed that, and opened another in its place."""
    global _descriptor, _is_looked_for
    if _is_looked_for:
        return _descriptor
    _is_looked_for = True
    if "RANKPLAN_STEPS_FD" not in os.environ:
        return None
    path = f"{os.environ.get('RANKPLAN_RUN_DIR', '')}/rank-{os.environ.get('RANKPLAN_RANK', '')}.steps"
    try:
        _descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
    except FileNotFoundError:
        pass  # it is a launcher around this one that records
    except OSError as error:
        _give_up(error)
    return _descriptor


def _give_up(error: OSError) -> None:
    global _descriptor
    _descriptor = None
    print(f"rankplan: no more times of steps are recorded: {error}", file=sys.stderr)
