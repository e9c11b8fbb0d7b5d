"""Counts steps. When the time limit comes near it saves them, and goes on from there once the job runs again."""

import os
import signal
import sys
import time

SAVED = 85  # what tells the job to requeue itself

checkpoint = f"checkpoint-{os.environ['RANK']}.txt"
is_time_up = False


def note_time(number, frame):
    global is_time_up
    is_time_up = True


signal.signal(signal.SIGUSR1, note_time)  # before workers are forked: they get the signal, too

step = 0
if os.path.exists(checkpoint):
    with open(checkpoint) as file:
        step = int(file.read())
print(f"starts at step {step}", flush=True)
while step < int(sys.argv[1]):
    time.sleep(0.1)
    step += 1
    # With torch.distributed: all_reduce(is_time_up, MAX) first, so that all ranks stop at the same step.
    if is_time_up:
        with open(f"{checkpoint}.new", "w") as file:
            file.write(str(step))
        os.replace(f"{checkpoint}.new", checkpoint)  # whole, or not at all
        sys.exit(SAVED)
print(f"done at step {step}", flush=True)
