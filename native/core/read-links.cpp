#include "read-links.h"

#include <algorithm>

namespace rankplan::nvml {

namespace {

/** Where the NVLinks of one GPU lead. */
struct LinkEnds {
  unsigned to_switch = 0;
  std::vector<PciAddress> to_gpus;
};

LinkEnds follow_links(const Session &session, Device device) {
  const Functions &f = session.functions();
  LinkEnds ends;
  for (unsigned link = 0; link < kMaxLinks; link++) {
    int is_active = 0;
    const Status status = session.call(f.link_state, device, link, &is_active);
    if (status != kSuccess && status != kNotSupported) break;
    if (status != kSuccess || is_active == 0) continue;
    int end = kLinkToGpu;
    session.call(f.link_end, device, link, &end);
    if (end == kLinkToSwitch) {
      ends.to_switch++;
      continue;
    }
    PciInfo info = {};
    if (session.call(f.link_address, device, link, &info) == kSuccess)
      ends.to_gpus.push_back({info.domain, info.bus, info.device});
  }
  return ends;
}

/** NVLinks between two GPUs: their own, or those through switches, of which the fewer count. */
unsigned count_links(const LinkEnds &from, const LinkEnds &to, const std::optional<PciAddress> &address) {
  if (address.has_value()) {
    const auto direct = std::count(from.to_gpus.begin(), from.to_gpus.end(), *address);
    if (direct > 0) return static_cast<unsigned>(direct);
  }
  return std::min(from.to_switch, to.to_switch);
}

/** The words of `nvidia-smi topo -m`. */
std::string word_level(int level) {
  switch (level) {
    case kInternal: return "INT";
    case kSingleSwitch: return "PIX";
    case kMultipleSwitches: return "PXB";
    case kHostBridge: return "PHB";
    case kCpuNode: return "NODE";
    case kSystem: return "SYS";
    default: return "";
  }
}

std::string read_path(const Session &session, Device from, Device to) {
  int level = -1;
  return session.call(session.functions().common_ancestor, from, to, &level) == kSuccess ? word_level(level) : "";
}

}  // namespace

void read_links(const Session &session, const std::vector<Device> &devices, std::vector<GpuFacts> &gpus) {
  std::vector<LinkEnds> ends(devices.size());
  for (std::size_t i = 0; i < devices.size(); i++) {
    session.turn_to(static_cast<int>(i));
    if (devices[i] != nullptr) ends[i] = follow_links(session, devices[i]);
  }
  for (std::size_t i = 0; i < devices.size(); i++) {
    session.turn_to(static_cast<int>(i));
    if (devices[i] == nullptr) continue;
    for (std::size_t j = 0; j < devices.size(); j++) {
      if (i == j || devices[j] == nullptr) {
        gpus[i].links.emplace_back(i == j ? "X" : "");
        continue;
      }
      const unsigned links = count_links(ends[i], ends[j], gpus[j].pci);
      gpus[i].links.push_back(links > 0 ? "NV" + std::to_string(links) : read_path(session, devices[i], devices[j]));
    }
  }
}

}  // namespace rankplan::nvml
