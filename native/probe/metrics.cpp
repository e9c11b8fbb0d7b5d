#include "metrics.h"

namespace rankplan::probe {

namespace {

void list_metric(JsonWriter &json, const Metric &metric) {
  json.begin_object().key("metric").text(metric.name).key("unit").text(metric.unit).key("methods").begin_array();
  const std::string_view methods = metric.methods;
  for (std::size_t begin = 0; begin < methods.size();) {
    const std::size_t space = methods.find(' ', begin);
    const std::size_t end = space == std::string_view::npos ? methods.size() : space;
    json.text(methods.substr(begin, end - begin));
    begin = end + 1;
  }
  json.end_array().end_object();
}

}  // namespace

bool is_metric(std::string_view name) {
  for (const Metric &metric : kMetrics) {
    if (name == metric.name) return true;
  }
  return name == kPeerMetric.name;
}

std::string list_metrics() {
  JsonWriter json;
  json.begin_array();
  for (const Metric &metric : kMetrics) list_metric(json, metric);
  list_metric(json, kPeerMetric);
  json.end_array();
  return json.result();
}

}  // namespace rankplan::probe
