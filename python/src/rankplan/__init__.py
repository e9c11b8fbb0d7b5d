"""The place of a rank in its plan, for programs that rankplan starts. It imports nothing but Python's own library."""

from rankplan._place import NotPlannedError, Place, current
from rankplan._steps import report_step

__all__ = ["NotPlannedError", "Place", "current", "report_step"]
