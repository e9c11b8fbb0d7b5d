"""A rank that computes on its GPU for some seconds. With `--take-gpu N` it takes that GPU, whatever it was given."""

import os
import sys
import time

if "--take-gpu" in sys.argv:
    os.environ["CUDA_VISIBLE_DEVICES"] = sys.argv[sys.argv.index("--take-gpu") + 1]

import torch  # noqa: E402  (it reads the variable)

device = torch.device("cuda", 0 if "--take-gpu" in sys.argv else int(os.environ["LOCAL_RANK"]))
matrix = torch.randn(4096, 4096, device=device, dtype=torch.bfloat16)
end = time.monotonic() + 8
while time.monotonic() < end:
    product = torch.matmul(matrix, matrix)
    torch.cuda.synchronize(device)
print(f"rank {os.environ['RANK']}: {torch.cuda.get_device_name(device)}, {torch.cuda.memory_allocated(device)} bytes")
