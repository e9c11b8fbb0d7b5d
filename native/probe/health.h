#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace rankplan::probe {

/** The state of a GPU at one moment, from the driver's management library; empty if it does not report it. */
struct Health {
  std::optional<unsigned> sm_mhz;
  std::optional<unsigned> memory_mhz;
  std::optional<unsigned> celsius;
  std::optional<unsigned> milliwatts;
  /** Bits of nvmlClocksEventReasons. */
  std::optional<std::uint64_t> throttle;
  /** Share of the last second or less in which something ran, in percent. */
  std::optional<unsigned> utilization;
  /** Process ids, as far as this process can see them. */
  std::optional<std::vector<unsigned>> processes;
};

/** Why clocks are lower than they could be. */
struct ThrottleReason {
  std::uint64_t bit;
  const char *name;
  /** Something is wrong; the others are how the card is meant to run. */
  bool is_fault;
};

inline constexpr ThrottleReason kThrottleReasons[] = {
    {0x001, "idle", false},
    {0x002, "application-clocks", false},
    {0x004, "power-cap", false},
    {0x008, "hardware-slowdown", true},
    {0x010, "sync-boost", false},
    {0x020, "software-thermal", true},
    {0x040, "hardware-thermal", true},
    {0x080, "power-brake", true},
    {0x100, "display-clocks", false},
};

}  // namespace rankplan::probe
