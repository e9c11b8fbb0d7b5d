"""PyTorch's own figures for what rankplan-probe measures, on the first visible GPU: TFLOP/s and GB/s, as JSON."""

import json

import torch

SAMPLES = 15
ROWS = 8192
MIB = 1 << 20


def copy_bytes():
    """As much as rankplan-probe copies (native/probe/buffer-size.cpp), so that the cache helps both alike."""
    l2_bytes = getattr(torch.cuda.get_device_properties(0), "L2_cache_size", 128 * MIB)
    wanted = max(256 * MIB, min(8 * l2_bytes, 2048 * MIB))
    return min(wanted, torch.cuda.mem_get_info()[0] // 4) // MIB * MIB


def list_cublas():
    """The files of cuBLAS that are in use: another version is another speed."""
    with open("/proc/self/maps") as maps:
        return sorted({line.split()[-1] for line in maps if "libcublas" in line})


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
    buffer_bytes = copy_bytes()
    source = torch.randn(buffer_bytes // 4, device="cuda")
    target = torch.empty_like(source)
    copy = rate(lambda: target.copy_(source), 2.0 * buffer_bytes) / 1e9
    elementwise = rate(lambda: torch.neg(source, out=target), 2.0 * buffer_bytes) / 1e9
    print(
        json.dumps(
            {
                "matmul": matmul,
                "copy": copy,
                "elementwise": elementwise,
                "bufferBytes": buffer_bytes,
                "cublas": list_cublas(),
                "torch": torch.__version__,
                "cuda": torch.version.cuda,
                "gpu": torch.cuda.get_device_name(),
            }
        )
    )


main()
