#pragma once

#include "../cuda/memory.h"
#include "score-gpu.h"

namespace rankplan::probe {

/** The thread of one GPU: its session, and what it does in each phase. */
class GpuScorer {
 public:
  GpuScorer(const Node &node, unsigned index);

  /** Opens the GPU. After a failure all phases are still to be gone through, with nothing to do. */
  void open();

  /** Measures one metric in turns: all GPUs in one turn, or each in its own. */
  void score(const Metric &metric);

  /** Measures copies to every other GPU. */
  void score_peers();

 private:
  void look_at_raised_clocks();
  bool is_usable() const { return !result_.failure.has_value(); }
  bool has_turn(unsigned turn) const { return !node_.options.is_solo || turn == index_; }
  unsigned turns() const;

  /** Measures, then keeps the GPU at work until the others have finished. */
  std::variant<Figure, cuda::Failure> time(Workload &workload, const Metric &metric);
  Figure make_figure(const Workload &workload, const Metric &metric, Measurement measurement) const;
  void keep_busy(Workload &workload, unsigned times);
  MetricResult score_now(const Metric &metric, std::optional<Prepared> &prepared);
  void offer_memory(cuda::DeviceMemory &memory);
  PeerResult copy_to(unsigned peer, const cuda::DeviceMemory &memory);
  /** After a fault nothing more works on a GPU: then it is out. */
  void note_fault(const cuda::Failure &failure, const char *stage);

  const Node &node_;
  unsigned index_;
  GpuResult &result_;
  GpuSession session_;
  cuda::KernelModule kernels_;
};

}  // namespace rankplan::probe
