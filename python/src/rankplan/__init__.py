"""The place of a rank in its plan, for programs that rankplan starts. It needs nothing but Python's own library."""

from __future__ import annotations

from rankplan._place import NotPlannedError, Place, current
from rankplan._placement import PlacementError, assert_placement
from rankplan._steps import report_step

__all__ = ["NotPlannedError", "Place", "PlacementError", "assert_placement", "current", "report_step"]


def __getattr__(name: str) -> str:
    """`__version__`, as it was installed; who does not ask for it does not pay for the look."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version("rankplan")
