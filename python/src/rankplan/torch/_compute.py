"""What a rank itself takes for a forward and a backward pass, without the time in which it waits for other ranks."""

from __future__ import annotations

import contextlib
import functools
import time
from collections import deque
from collections.abc import Iterator
from typing import Any, Callable
from weakref import WeakKeyDictionary

import torch
from torch.nn.parallel import DistributedDataParallel

from rankplan import _steps

# Of a group of parameters of FSDP2: in these its ranks wait for each other (as in torch 2.13).
_WAITING = ("unshard", "wait_for_unshard", "post_backward", "finalize_backward")


@contextlib.contextmanager
def time_compute(model: torch.nn.Module, samples: int | None = None) -> Iterator[None]:
    """Around one forward and backward pass of the model: reports what this rank itself took, as ``report_step`` does.

    The time ends with the last gradient, whichever parameter that is of, and what DDP and FSDP2 wait for other ranks
    is left out. On GPUs it is the stream's own time, by CUDA events that nobody waits for: so the last steps of a run
    may be missing. It does nothing where nobody records.
    """
    watch = _find_watch(model) if _steps._find_descriptor() is not None else None
    if watch is None:
        yield
        return
    watch.start()
    try:
        yield
        watch.finish(samples)
    finally:
        watch.stop()


class _HostClock:
    """Marks are moments of a monotonic clock."""

    def mark(self) -> Any:
        return time.perf_counter()

    def seconds(self, begin: Any, end: Any) -> float:
        return float(end - begin)

    def is_past(self, mark: Any) -> bool:
        return bool(self.mark() >= mark)


class _CudaClock:
    """Marks are events of the current stream: of what the GPU does, whenever that is."""

    def mark(self) -> Any:
        make: Any = torch.cuda.Event
        event = make(enable_timing=True)
        event.record()
        return event

    def seconds(self, begin: Any, end: Any) -> float:
        return float(begin.elapsed_time(end)) / 1000

    def is_past(self, mark: Any) -> bool:
        return bool(mark.query())


class _Watch:
    """What happens to a model between the begin of a forward pass and the last gradient."""

    def __init__(self, model: torch.nn.Module) -> None:
        parameters: list[Any] = list(model.parameters())
        self._clock = _CudaClock() if any(one.is_cuda for one in parameters) else _HostClock()
        self._is_on = False
        self._marks: list[Any] = []  # begin, then the begin and end of each wait
        self._waits_from: Any = None
        self._last: tuple[Any, int] | None = None  # the last gradient, and how many marks there were
        self._reports: deque[tuple[list[Any], Any, int | None]] = deque()
        for module in model.modules():
            if type(module).__name__ == "FullyShardedDataParallel":  # to import it takes a second
                raise TypeError("FSDP1 does not show when it waits; use fully_shard, or report_step")
            if isinstance(module, DistributedDataParallel):  # it sends buffers before it calls its module
                module.register_forward_pre_hook(self._begin_wait, prepend=True)
                module.module.register_forward_pre_hook(self._end_wait, prepend=True)
            if hasattr(module, "_get_fsdp_state"):
                for group in _groups_of(module):
                    for name in _WAITING:
                        setattr(group, name, self._leave_out(getattr(group, name)))
        for parameter in parameters:
            if parameter.requires_grad:
                parameter.register_post_accumulate_grad_hook(self._note_gradient)

    def __reduce__(self) -> Any:
        """Whoever copies or saves the model gets hooks that do nothing: events are not to be copied."""
        return (_Watch, (torch.nn.Module(),))

    def start(self) -> None:
        self._is_on, self._waits_from, self._last = True, None, None
        self._marks = [self._clock.mark()]

    def stop(self) -> None:
        self._is_on = False

    def finish(self, samples: int | None) -> None:
        if self._last is not None:
            end, count = self._last
            self._reports.append((self._marks[:count], end, samples))
        while self._reports and self._clock.is_past(self._reports[0][1]):
            (begin, *waits), end, samples = self._reports.popleft()
            waited = sum(map(self._clock.seconds, waits[::2], waits[1::2]))
            _steps.report_step(self._clock.seconds(begin, end) - waited, samples)

    def _begin_wait(self, *_: Any) -> None:
        if self._is_on and self._waits_from is None:
            self._waits_from = self._clock.mark()

    def _end_wait(self, *_: Any) -> None:
        if self._is_on and self._waits_from is not None:
            self._marks += [self._waits_from, self._clock.mark()]
            self._waits_from = None

    def _note_gradient(self, *_: Any) -> None:
        if self._is_on and self._waits_from is None:
            self._last = (self._clock.mark(), len(self._marks))

    def _leave_out(self, wait: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(wait)
        def leave_out(*words: Any, **named: Any) -> Any:
            if wait.__name__ == "post_backward":  # gradients of its parameters are there; nothing else says so
                self._note_gradient()
            is_outer = self._waits_from is None
            self._begin_wait()
            try:
                return wait(*words, **named)
            finally:
                if is_outer:
                    self._end_wait()

        return leave_out


def _groups_of(module: Any) -> list[Any]:
    state = module._get_fsdp_state()
    if hasattr(state, "_fsdp_param_groups"):
        return list(state._fsdp_param_groups)
    return [] if state._fsdp_param_group is None else [state._fsdp_param_group]


_watches: WeakKeyDictionary[torch.nn.Module, _Watch | None] = WeakKeyDictionary()


def _find_watch(model: torch.nn.Module) -> _Watch | None:
    if model not in _watches:
        try:
            _watches[model] = _Watch(model)
        except Exception as error:  # a measure must not end what it measures
            _watches[model] = None
            _steps._say(f"steps are not timed: {error}")
    return _watches[model]
