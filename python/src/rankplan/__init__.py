"""The place of a rank in its plan, for programs that rankplan starts. It needs nothing but Python's own library."""

from rankplan._place import NotPlannedError, Place, current
from rankplan._placement import PlacementError, assert_placement
from rankplan._steps import report_step

__all__ = ["NotPlannedError", "Place", "PlacementError", "assert_placement", "current", "report_step"]
