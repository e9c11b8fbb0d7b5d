"""PyTorch's own figures for what rankplan-probe measures, on the first visible GPU: TFLOP/s and GB/s, as JSON."""

import json

import torch

SAMPLES = 15
ROWS = 8192
COPY_BYTES = 1 << 30


def rate(work, per_call):
    """The median of work per second over samples of 20 ms at least, after a warm-up of 0.5 s."""
    start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))

    def seconds(times):
        start.record()
        for _ in range(times):
            work()
        stop.record()
        stop.synchronize()
        return start.elapsed_time(stop) / 1000

    work()
    times = max(1, int(0.025 / (seconds(3) / 3)) + 1)
    spent = 0.0
    while spent < 0.5:
        spent += seconds(times)
    rates = sorted(per_call * times / seconds(times) for _ in range(SAMPLES))
    return rates[SAMPLES // 2]


def main():
    a, b = (torch.randn(ROWS, ROWS, device="cuda", dtype=torch.bfloat16) for _ in range(2))
    out = torch.empty_like(a)
    matmul = rate(lambda: torch.matmul(a, b, out=out), 2.0 * ROWS**3) / 1e12
    source = torch.randn(COPY_BYTES // 4, device="cuda")
    target = torch.empty_like(source)
    copy = rate(lambda: target.copy_(source), 2.0 * COPY_BYTES) / 1e9
    elementwise = rate(lambda: torch.neg(source, out=target), 2.0 * COPY_BYTES) / 1e9
    print(
        json.dumps(
            {
                "matmul": matmul,
                "copy": copy,
                "elementwise": elementwise,
                "torch": torch.__version__,
                "cuda": torch.version.cuda,
                "gpu": torch.cuda.get_device_name(),
            }
        )
    )


main()
