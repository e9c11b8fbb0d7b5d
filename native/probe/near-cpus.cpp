#include "near-cpus.h"

#include <sched.h>

#include <cstdio>
#include <cstdlib>

namespace rankplan::probe {

namespace {

std::string read_line(const std::string &path) {
  FILE *file = std::fopen(path.c_str(), "re");
  if (file == nullptr) return {};
  char line[1024] = {};
  const bool is_read = std::fgets(line, sizeof line, file) != nullptr;
  std::fclose(file);
  std::string text = is_read ? line : "";
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

/** Reads `0-3,8` as a set; false if the text is not such a list. */
bool parse_cpus(const std::string &list, cpu_set_t &cpus) {
  CPU_ZERO(&cpus);
  const char *at = list.c_str();
  while (*at != '\0') {
    char *end = nullptr;
    const unsigned long first = std::strtoul(at, &end, 10);
    if (end == at) return false;
    unsigned long last = first;
    if (*end == '-') last = std::strtoul(end + 1, &end, 10);
    for (unsigned long cpu = first; cpu <= last && cpu < CPU_SETSIZE; cpu++) CPU_SET(cpu, &cpus);
    if (*end != ',' && *end != '\0') return false;
    at = *end == ',' ? end + 1 : end;
  }
  return CPU_COUNT(&cpus) > 0;
}

}  // namespace

std::string stay_near(const std::string &pci) {
  const std::string list = read_line("/sys/bus/pci/devices/" + pci + "/local_cpulist");
  cpu_set_t cpus;
  if (list.empty() || !parse_cpus(list, cpus)) return {};
  return sched_setaffinity(0, sizeof cpus, &cpus) == 0 ? list : std::string();
}

}  // namespace rankplan::probe
