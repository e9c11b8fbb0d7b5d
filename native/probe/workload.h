#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "../core/json-writer.h"
#include "../cuda/cublas-library.h"
#include "../cuda/kernel-module.h"
#include "gpu.h"

namespace rankplan::probe {

/** Something that a GPU can be timed at. */
class Workload {
 public:
  virtual ~Workload() = default;

  /** Puts the work on the GPU's stream, and does not wait for it. */
  virtual cuda::Outcome enqueue_once() = 0;

  cuda::Outcome enqueue(unsigned times) {
    cuda::Outcome failure;
    for (unsigned i = 0; i < times && !failure; i++) failure = enqueue_once();
    return failure;
  }

  /** Bytes or operations of one time. */
  virtual double work() const = 0;

  /** What a reader of the figure may want to know, as keys and values. */
  virtual void describe(JsonWriter &json) const = 0;
};

/** What workloads share on one GPU. */
struct Bench {
  const GpuSession &session;
  cuda::KernelModule &kernels;
  const cuda::Cublas &cublas;
};

/** Why a GPU has no figure of a metric, though nothing failed. */
struct Absence {
  std::string reason;
  /** The hardware is the reason: it will be so next time, too. */
  bool is_lasting = false;
};

struct Ready {
  std::unique_ptr<Workload> workload;
  const char *method;
};

using Prepared = std::variant<Ready, Absence, cuda::Failure>;

Prepared prepare_copy_kernel(const Bench &bench);
Prepared prepare_device_copy(const Bench &bench);
Prepared prepare_fma(const Bench &bench);
Prepared prepare_matrix_product(const Bench &bench);
Prepared prepare_host_to_device(const Bench &bench);
Prepared prepare_device_to_host(const Bench &bench);

}  // namespace rankplan::probe
