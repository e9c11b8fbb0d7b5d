#include "explain-status.h"

#include <string_view>

namespace rankplan::cuda {

namespace {

struct Explanation {
  Status first;
  Status last;
  std::string_view text;
};

/** Statuses as in CUresult, in their order. */
constexpr Explanation kExplanations[] = {
    {1, 1, "the driver refused an argument: this is a bug in rankplan, please report it"},
    {2, 2, "the GPU has too little free memory: end what fills it (`nvidia-smi` lists it), or measure later"},
    {3, 3, "the driver is not initialised: its kernel module may be loading; try again"},
    {4, 4, "the driver is shutting down: another thread of the process ended it"},
    {34, 34, "the library is a stub of the CUDA toolkit, not the driver: take its folder out of LD_LIBRARY_PATH"},
    {36, 36, "the driver does not support this call: update it"},
    {46, 46, "the GPU is busy or unavailable: it may be in exclusive mode and in use, or in need of a reset"},
    {100, 100,
     "CUDA sees no GPU here: look at `nvidia-smi`, at CUDA_VISIBLE_DEVICES, and at what the container was given"},
    {101, 101, "there is no such GPU: CUDA_VISIBLE_DEVICES may name one that does not exist"},
    {200, 200, "the driver could not read the kernels: this is a bug in rankplan, please report it"},
    {201, 201, "the context was lost: reset the GPU (`nvidia-smi -r`) if it happens again"},
    {205, 205, "memory could not be mapped: the limit on locked memory (`ulimit -l`) may be too low"},
    {209, 209, "the driver has no code for this GPU and could not make any: update the driver"},
    {214, 214,
     "the GPU found a memory error that it cannot correct (ECC): look at `nvidia-smi -q -d ECC` and reset it"},
    {216, 216, "another process has this GPU to itself (exclusive mode): end it, or measure later"},
    {217, 217, "these GPUs have no direct access to each other"},
    {218, 218, "the driver cannot assemble the kernels for this GPU: update the driver"},
    {220, 220, "NVLink reports an error that it cannot correct: look at `nvidia-smi nvlink -e`, and reset the GPU"},
    {221, 221,
     "the driver's compiler is missing: install libnvidia-ptxjitcompiler.so.1 of the same driver version; in a "
     "container, let it be mounted (NVIDIA_DRIVER_CAPABILITIES=compute,utility)"},
    {222, 222, "the driver is too old for the kernels (PTX 5.0): it must be of CUDA 9 or newer; update the driver"},
    {223, 223, "compiling kernels is switched off: unset CUDA_DISABLE_PTX_JIT and CUDA_DISABLE_JIT"},
    {301, 301, "the driver did not find a file of its own: its installation is incomplete"},
    {304, 304, "the operating system refused: look at the permissions of /dev/nvidia*, and at cgroups"},
    {500, 500, "the driver did not find the kernel by its name: this is a bug in rankplan, please report it"},
    {700, 700,
     "a kernel touched memory that is not its own: faulty memory, or a bug in rankplan; look at `dmesg` for Xid"},
    {701, 701,
     "the launch needs more registers or threads than the GPU has: this is a bug in rankplan, please report it"},
    {702, 702, "a kernel took too long: the GPU drives a display, whose watchdog ended it"},
    {709, 709, "the context is gone: the GPU was reset, or another part of the process destroyed it"},
    {714, 718,
     "a kernel did something that the GPU does not allow: faulty hardware, or a bug in rankplan; look at `dmesg` for "
     "Xid"},
    {719, 719,
     "a kernel failed on the GPU, and nothing more can run there: look at `dmesg` for Xid, and reset the GPU"},
    {800, 800, "the operation is not permitted here: a confidential or restricted mode forbids it"},
    {802, 802,
     "the system is not ready: on NVSwitch machines, the fabric manager must run (`systemctl status "
     "nvidia-fabricmanager`)"},
    {803, 803,
     "the driver's library and its kernel module are of different versions: reboot, or, in a container, match the "
     "driver"},
    {804, 804, "CUDA's compatibility package does not support this GPU: take its folder out of LD_LIBRARY_PATH"},
    {999, 999, "the driver gives no reason: look at `dmesg` for Xid or NVRM lines; a reset or a reboot may help"},
};

}  // namespace

std::string explain_status(Status status) {
  for (const Explanation &explanation : kExplanations) {
    if (status >= explanation.first && status <= explanation.last) return std::string(explanation.text);
  }
  return "look at `dmesg` for lines with Xid or NVRM, and up this status in NVIDIA's documentation (CUresult)";
}

}  // namespace rankplan::cuda
