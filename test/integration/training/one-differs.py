"""Four ranks that check their plan at one moment, of which rank 2 has another plan, or sleeps."""

import os
import sys
import time
from pathlib import Path

from rankplan.torch import check_plan

here = Path(os.environ["RANKPLAN_RUN_DIR"])
(here / f"{os.environ['RANK']}.here").touch()
while len(list(here.glob("*.here"))) < 4:
    time.sleep(0.01)
if os.environ["RANK"] == "2" and sys.argv[1] == "sleep":
    time.sleep(100_000)
if os.environ["RANK"] == "2":
    os.environ["RANKPLAN_PLAN"] = "0123"
check_plan(10)
