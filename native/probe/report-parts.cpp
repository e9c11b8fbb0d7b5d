#include "report-parts.h"

namespace rankplan::probe {

namespace {

void write_throttle(JsonWriter &json, const std::optional<std::uint64_t> &throttle) {
  json.key("throttle");
  if (!throttle) {
    json.null();
    return;
  }
  json.begin_array();
  for (const ThrottleReason &reason : kThrottleReasons) {
    if ((*throttle & reason.bit) != 0) json.text(reason.name);
  }
  json.end_array();
}

}  // namespace

void write_failure(JsonWriter &json, const cuda::Failure &failure) {
  json.begin_object().key("call").text(failure.call).key("status").integer(failure.status);
  json.key("name").text_or_null(failure.name).key("advice").text(failure.advice).end_object();
}

void write_health(JsonWriter &json, const Health &health) {
  json.begin_object();
  json.key("smMHz").integer_or_null(health.sm_mhz).key("memoryMHz").integer_or_null(health.memory_mhz);
  json.key("celsius").integer_or_null(health.celsius).key("milliwatts").integer_or_null(health.milliwatts);
  json.key("utilization").integer_or_null(health.utilization);
  write_throttle(json, health.throttle);
  json.key("processes");
  if (!health.processes) {
    json.null();
  } else {
    json.begin_array();
    for (const unsigned pid : *health.processes) json.integer(pid);
    json.end_array();
  }
  json.end_object();
}

void write_figure(JsonWriter &json, const Metric &metric, const Figure &figure) {
  const Measurement &measurement = figure.measurement;
  const double unit = metric.per_unit;
  json.key("unit").text(metric.unit).key("method").text(figure.method);
  json.key("value").number(figure.summary.median / unit);
  json.key("p7").number(figure.summary.p7 / unit).key("p93").number(figure.summary.p93 / unit);
  json.key("variation").number(figure.summary.variation);
  json.key("samples").begin_array();
  for (const double sample : measurement.samples) json.number(sample / unit);
  json.end_array();
  json.key("timesPerSample").integer(measurement.times);
  json.key("shortestSampleMs").number(measurement.shortest_sample_ms);
  json.key("warmUpMs").number(measurement.warm_up_ms).key("settled").boolean(measurement.is_settled);
  json.key("quality").text(name_of(figure.judgement.quality)).key("remarks").begin_array();
  for (const std::string &remark : figure.judgement.remarks) json.text(remark);
  json.end_array();
  json.key("during");
  write_health(json, measurement.during);
  json.key("after");
  write_health(json, figure.after);
  json.key("details").document(figure.details);
}

}  // namespace rankplan::probe
