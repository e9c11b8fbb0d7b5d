#include "seen-processes.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

namespace rankplan::probe {

namespace {

/** Longer than any line of ancestors. */
constexpr std::size_t kMostAncestors = 4096;
constexpr std::size_t kMostBytes = std::size_t{1} << 24;

struct Stat {
  unsigned parent = 0;
  unsigned long long start = 0;
};

bool read_file(unsigned pid, const char *name, std::string &text) {
  const std::string path = "/proc/" + std::to_string(pid) + "/" + name;
  FILE *file = std::fopen(path.c_str(), "re");
  if (file == nullptr) return false;
  char piece[1 << 16];
  for (std::size_t got = 1; got > 0 && text.size() < kMostBytes;) {
    got = std::fread(piece, 1, sizeof piece, file);
    text.append(piece, got);
  }
  const bool is_read = std::ferror(file) == 0;
  std::fclose(file);
  return is_read;
}

/** The name of a program may hold anything, blanks and brackets too: fields count from the third after it. */
bool read_stat(unsigned pid, Stat &stat) {
  std::string text;
  if (!read_file(pid, "stat", text)) return false;
  const std::size_t end = text.rfind(')');
  if (end == std::string::npos) return false;
  constexpr const char *kFormat = " %*c %u %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu";
  return std::sscanf(text.c_str() + end + 1, kFormat, &stat.parent, &stat.start) == 2;
}

/** NAME's value as the process was started with it. */
bool find_variable(const std::string &environment, const std::string &name, std::string &value) {
  for (std::size_t begin = 0; begin < environment.size();) {
    const std::size_t end = environment.find('\0', begin);
    const std::size_t length = (end == std::string::npos ? environment.size() : end) - begin;
    if (environment.compare(begin, name.size() + 1, name + "=") == 0) {
      value = environment.substr(begin + name.size() + 1, length - name.size() - 1);
      return true;
    }
    begin += length + 1;
  }
  return false;
}

void write_rank(JsonWriter &json, unsigned pid, const std::string &folder) {
  std::string environment;
  std::string value;
  json.key("rank");
  const bool is_ours = read_file(pid, "environ", environment) &&
                       find_variable(environment, "RANKPLAN_RUN_DIR", value) && value == folder &&
                       find_variable(environment, "RANKPLAN_RANK", value);
  char *end = nullptr;
  const long rank = is_ours ? std::strtol(value.c_str(), &end, 10) : 0;
  if (is_ours && end != value.c_str() && *end == '\0') json.integer(rank);
  else json.null();
}

void write_cuda(JsonWriter &json, unsigned pid) {
  std::string maps;
  json.key("hasCuda");
  if (!read_file(pid, "maps", maps) || maps.empty()) json.null();
  else json.boolean(maps.find("/libcuda.so") != std::string::npos);
}

void write_stat(JsonWriter &json, unsigned pid, const Stat *stat) {
  json.key("pid").integer(pid);
  json.key("parent");
  if (stat == nullptr) json.null();
  else json.integer(stat->parent);
  json.key("start");
  if (stat == nullptr) json.null();
  else json.integer(static_cast<std::int64_t>(stat->start));
}

void write_seen(JsonWriter &json, unsigned pid, const Stat *stat, const std::string &folder) {
  std::string command;
  json.begin_object();
  write_stat(json, pid, stat);
  json.key("exists").boolean(kill(static_cast<pid_t>(pid), 0) == 0 || errno == EPERM);
  json.key("command");
  if (!read_file(pid, "comm", command)) json.null();
  else json.text(command.substr(0, command.find('\n')));
  write_rank(json, pid, folder);
  write_cuda(json, pid);
  json.end_object();
}

void collect(const DeviceUse &use, std::set<unsigned> &pids) {
  for (const auto *list : {&use.processes, &use.graphics_processes}) {
    if (!list->has_value()) continue;
    for (const ProcessFacts &process : **list) pids.insert(process.pid);
  }
}

}  // namespace

void write_processes(JsonWriter &json, const UseFacts &facts, const std::string &folder) {
  std::set<unsigned> pids;
  std::map<unsigned, Stat> ancestors;
  for (const GpuUse &gpu : facts.gpus) {
    collect(gpu, pids);
    for (const DeviceUse &instance : gpu.instances) collect(instance, pids);
  }
  pids.erase(0);  // the driver's word for one that this namespace has no number for
  json.key("seen").begin_array();
  for (const unsigned pid : pids) {
    Stat stat;
    const bool is_there = read_stat(pid, stat);
    write_seen(json, pid, is_there ? &stat : nullptr, folder);
    for (unsigned at = stat.parent; is_there && at > 1 && ancestors.size() < kMostAncestors; at = stat.parent) {
      if (ancestors.count(at) > 0 || !read_stat(at, stat)) break;
      ancestors[at] = stat;
    }
  }
  json.end_array().key("ancestors").begin_array();
  for (const auto &[pid, stat] : ancestors) {
    json.begin_object();
    write_stat(json, pid, &stat);
    json.end_object();
  }
  json.end_array();
}

}  // namespace rankplan::probe
