#include "report.h"

#include "report-parts.h"

namespace rankplan::probe {

namespace {

void write_outcome(JsonWriter &json, const MetricResult &result) {
  json.begin_object().key("metric").text(result.metric->name);
  if (const auto *figure = std::get_if<Figure>(&result.outcome)) {
    write_figure(json, *result.metric, *figure);
  } else if (const auto *absence = std::get_if<Absence>(&result.outcome)) {
    json.key("absent").text(absence->reason).key("lasting").boolean(absence->is_lasting);
  } else {
    json.key("failure");
    write_failure(json, std::get<cuda::Failure>(result.outcome));
  }
  json.end_object();
}

void write_peer(JsonWriter &json, const PeerResult &peer, const std::vector<GpuResult> &results) {
  json.begin_object().key("to").text(results[peer.to].gpu.uuid).key("direct").boolean(peer.is_direct);
  if (const auto *figure = std::get_if<Figure>(&peer.outcome)) {
    write_figure(json, kPeerMetric, *figure);
  } else {
    json.key("failure");
    write_failure(json, std::get<cuda::Failure>(peer.outcome));
  }
  json.end_object();
}

void write_identity(JsonWriter &json, const GpuResult &result) {
  const Gpu &gpu = result.gpu;
  json.key("ordinal").integer(gpu.ordinal).key("uuid").text(gpu.uuid).key("model").text(gpu.model);
  json.key("pci").text(gpu.pci);
  json.key("capability").text(std::to_string(gpu.capability_major) + '.' + std::to_string(gpu.capability_minor));
  json.key("multiprocessors").integer(gpu.multiprocessors);
  json.key("l2Bytes").integer(static_cast<std::int64_t>(gpu.l2_bytes));
  json.key("memoryBytes").integer(static_cast<std::int64_t>(gpu.memory_bytes));
  json.key("freeBytes").integer(static_cast<std::int64_t>(result.free_bytes));
  json.key("cpus").text_or_null(result.cpus);
}

void write_gpu(JsonWriter &json, const GpuResult &result, const std::vector<GpuResult> &results) {
  json.begin_object();
  write_identity(json, result);
  json.key("failure");
  if (result.failure) write_failure(json, *result.failure);
  else json.null();
  json.key("failedAt").text_or_null(result.failed_at);
  json.key("idle");
  write_health(json, result.idle);
  json.key("metrics").begin_array();
  for (const MetricResult &metric : result.metrics) write_outcome(json, metric);
  json.end_array().key("peers").begin_array();
  for (const PeerResult &peer : result.peers) write_peer(json, peer, results);
  json.end_array().end_object();
}

}  // namespace

std::string render_report(const Report &report, const std::vector<GpuResult> &results) {
  JsonWriter json;
  json.begin_object().key("format").text("rankplan-probe/1");
  json.key("date").text_or_null(report.options.date);
  json.key("pass").text(report.options.is_solo ? "solo" : "together");
  json.key("driver").text_or_null(report.health.driver());
  json.key("cuda").integer(report.cuda_version);
  json.key("libraries").begin_object();
  json.key("cuda").text_or_null(report.library.path()).key("nvml").text_or_null(report.health.library());
  json.key("cublas").text_or_null(report.cublas.is_there() ? report.cublas.file.path() : "").end_object();
  json.key("withoutNvml").text_or_null(report.health.absence());
  json.key("failure");
  if (report.failure) write_failure(json, *report.failure);
  else json.null();
  json.key("gpus").begin_array();
  for (const GpuResult &result : results) write_gpu(json, result, results);
  json.end_array().end_object();
  return json.result() + '\n';
}

}  // namespace rankplan::probe
