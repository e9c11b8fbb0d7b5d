"""What the steps of a rank take, for `rankplan rescore`."""

from __future__ import annotations

import contextlib
import os
import sys

_LARGEST = 2**53 - 1  # of the whole numbers that `rescore` reads exactly

_descriptor: int | None = None
_is_looked_for = False
_has_dropped = False
_count = 0


def report_step(seconds: float, samples: int | None = None, step: int | None = None) -> None:
    """Notes what this rank itself took for one step, without the time that it waited for other ranks.

    Without samples these are the rank's share by the plan; steps are counted from 0. It does nothing unless the
    launcher records (``rankplan run --record``). It never ends training: what is no time of a step is dropped, what
    cannot be written ends the recording, and either is said once on stderr.
    """
    global _count, _has_dropped
    descriptor = _find_descriptor()
    if descriptor is None:
        return
    number, _count = _count, _count + 1
    try:
        if step is not None:
            number = _read_whole(step)
            _count = number + 1
        line = _write_record(number, seconds, samples)
    except Exception as error:  # of any kind: numbers of libraries fail in ways of their own
        if not _has_dropped:
            _say(f"a step is not recorded, and no other like it: {error}")
        _has_dropped = True
        return
    try:
        os.write(descriptor, line)
    except OSError as error:
        _give_up(error)


def _write_record(number: int, seconds: float, samples: int | None) -> bytes:
    """Some hundred bytes at most: so it is one write, and whole lines even where processes share the file."""
    import json  # here, as the command `rankplan` loads this file, too

    took = float(seconds)
    if not 0 < took < float("inf"):
        raise ValueError(f"it takes more than 0 seconds, not {took}")
    done = _read_whole(os.environ.get("RANKPLAN_LOCAL_BATCH", "0") if samples is None else samples)
    return json.dumps({"step": number, "seconds": took, "samples": done}).encode() + b"\n"


def _read_whole(value: int | str) -> int:
    number = int(value)
    if not 0 <= number <= _LARGEST:
        raise ValueError(f"steps and samples are counted from 0, not {number:.3g}")
    return number


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
    _say(f"no more times of steps are recorded: {error}")


def _say(message: str) -> None:
    with contextlib.suppress(Exception):  # a program may have closed its stderr
        print(f"rankplan: {message}", file=sys.stderr)
