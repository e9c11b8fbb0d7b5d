#include "options.h"

#include <cstdlib>
#include <cstring>

#include "metrics.h"

namespace rankplan::probe {

const char kUsage[] =
    "rankplan-probe [--solo] [--metrics A,B] [--date TEXT] [--progress-fd N] [--deadline SECONDS]\n"
    "               [--cuda FILE] [--nvml FILE] [--cublas FILE|none]\n"
    "rankplan-probe --list\n"
    "rankplan-probe --discover [--nvml FILE]\n"
    "rankplan-probe --watch [--folder DIR] [--nvml FILE]\n"
    "Measures the NVIDIA GPUs that CUDA shows here, and prints one JSON document. `rankplan probe --score` runs it.\n"
    "--discover tells what they are and who uses them, a line of JSON each.\n"
    "--watch tells who uses them, for `rankplan run --all`: a line of JSON at once, and for each line of stdin.\n";

namespace {

bool parse_number(const char *text, unsigned long most, unsigned long &number) {
  char *end = nullptr;
  number = std::strtoul(text, &end, 10);
  return *text >= '0' && *text <= '9' && *end == '\0' && number <= most;
}

std::string parse_metrics(const std::string &list, std::vector<std::string> &names) {
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t comma = list.find(',', begin);
    const std::size_t end = comma == std::string::npos ? list.size() : comma;
    const std::string name = list.substr(begin, end - begin);
    if (!is_metric(name)) return "there is no metric `" + name + "`: `--list` tells them";
    names.push_back(name);
    begin = end + 1;
  }
  return {};
}

std::string parse_value(const std::string &name, const char *value, Options &options) {
  unsigned long number = 0;
  if (name == "--metrics") return parse_metrics(value, options.metrics);
  if (name == "--progress-fd") {
    if (!parse_number(value, 1U << 20, number)) return "--progress-fd wants a number";
    options.progress_descriptor = static_cast<int>(number);
  } else if (name == "--deadline") {
    if (!parse_number(value, 86400, number)) return "--deadline wants seconds, a day at most";
    options.deadline_seconds = static_cast<unsigned>(number);
  } else if (name == "--folder") {
    options.folder = value;
  } else if (name == "--date") {
    options.date = value;
  } else if (name == "--cuda") {
    options.cuda = value;
  } else if (name == "--nvml") {
    options.nvml = value;
  } else if (name == "--cublas") {
    options.cublas = value;
  } else {
    return "there is no option `" + name + "`";
  }
  return {};
}

}  // namespace

std::string parse_options(int count, char **arguments, Options &options) {
  for (int i = 1; i < count; i++) {
    const std::string name = arguments[i];
    if (name == "--discover") {
      options.discovers = true;
    } else if (name == "--watch") {
      options.watches = true;
    } else if (name == "--solo") {
      options.is_solo = true;
    } else if (name == "--list") {
      options.lists = true;
    } else if (i + 1 == count) {
      return name + " is unknown, or wants a value";
    } else if (std::string problem = parse_value(name, arguments[++i], options); !problem.empty()) {
      return problem;
    }
  }
  return {};
}

}  // namespace rankplan::probe
