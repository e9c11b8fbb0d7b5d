// Copies between the GPUs of the node: in each round every GPU sends to another one, and no two to the same.
#include <algorithm>

#include "../cuda/memory.h"
#include "gpu-scorer.h"

namespace rankplan::probe {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;
constexpr std::uint64_t kLeastBytes = std::uint64_t{16} << 20;

class PeerCopy final : public Workload {
 public:
  PeerCopy(const GpuSession &session, const PeerSlot &to, const cuda::DeviceMemory &from, std::uint64_t bytes)
      : session_(session), to_(to), from_(from), bytes_(bytes) {}

  cuda::Outcome enqueue_once() override {
    const auto &library = session_.library();
    return library.call(library.functions().copy_to_peer, to_.address, to_.context, from_.address(), session_.context(),
                        std::size_t{bytes_}, session_.stream());
  }

  double work() const override { return static_cast<double>(bytes_); }

  void describe(JsonWriter &json) const override { json.key("bufferBytes").integer(static_cast<std::int64_t>(bytes_)); }

 private:
  const GpuSession &session_;
  PeerSlot to_;
  const cuda::DeviceMemory &from_;
  std::uint64_t bytes_;
};

/** Lets this context reach the memory of another; false when copies go through the host's memory. */
bool enable_direct_access(const GpuSession &session, const Gpu &other, const PeerSlot &slot) {
  const auto &library = session.library();
  const cuda::Functions &f = library.functions();
  int can = 0;
  if (f.can_access_peer.call(&can, session.gpu().device, other.device) != cuda::kSuccess || can == 0) return false;
  const cuda::Status status = f.enable_peer.call(slot.context, 0);
  return status == cuda::kSuccess || status == cuda::kPeerAccessAlreadyEnabled;
}

}  // namespace

void GpuScorer::offer_memory(cuda::DeviceMemory &memory) {
  std::uint64_t free = 0;
  if (!is_usable() || session_.free_memory(free)) return;
  if (free / 4 < kLeastBytes) return;
  const std::uint64_t bytes = free / 4 < kMostBytes ? kLeastBytes : kMostBytes;
  if (memory.allocate_noise(session_.stream(), bytes)) return;
  node_.slots[index_] = {session_.context(), memory.address(), bytes};
}

void GpuScorer::score_peers() {
  const auto count = static_cast<unsigned>(node_.results.size());
  cuda::DeviceMemory memory(node_.library);
  offer_memory(memory);
  node_.rendezvous.meet();
  for (unsigned turn = 0; turn < turns(); turn++) {
    for (unsigned round = 1; round < count; round++) {
      const unsigned peer = (index_ + round) % count;
      const bool takes_part =
          has_turn(turn) && is_usable() && node_.slots[index_].address != 0 && node_.slots[peer].address != 0;
      node_.rendezvous.meet();
      if (takes_part) {
        result_.peers.push_back(copy_to(peer, memory));
      } else {
        node_.rendezvous.finish();
      }
    }
  }
  // A thread must not free memory to which another one still writes.
  node_.rendezvous.meet();
}

PeerResult GpuScorer::copy_to(unsigned peer, const cuda::DeviceMemory &memory) {
  const PeerSlot &slot = node_.slots[peer];
  PeerResult result;
  result.to = peer;
  result.is_direct = enable_direct_access(session_, node_.results[peer].gpu, slot);
  PeerCopy workload(session_, slot, memory, std::min(slot.bytes, node_.slots[index_].bytes));
  auto outcome = time(workload, kPeerMetric);
  if (auto *figure = std::get_if<Figure>(&outcome)) {
    figure->method = kPeerMetric.methods;
    result.outcome = std::move(*figure);
  } else {
    result.outcome = std::get<cuda::Failure>(outcome);
  }
  return result;
}

}  // namespace rankplan::probe
