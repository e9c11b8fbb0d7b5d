#include "render-facts.h"

namespace rankplan {

namespace {

void write(JsonWriter &json, const std::string &text) { json.text(text); }
void write(JsonWriter &json, unsigned number) { json.integer(number); }
void write(JsonWriter &json, int number) { json.integer(number); }
/** Bytes of memory stay far below 2^53. */
void write(JsonWriter &json, std::uint64_t number) { json.integer(static_cast<std::int64_t>(number)); }
void write(JsonWriter &json, bool value) { json.boolean(value); }
void write(JsonWriter &json, const PciAddress &address);
void write(JsonWriter &json, const FabricFacts &fabric);
void write(JsonWriter &json, const CallFailure &failure);
void write(JsonWriter &json, const OpenFailure &failure);
void write(JsonWriter &json, const InstanceFacts &instance);
void write(JsonWriter &json, const GpuFacts &gpu);
void write(JsonWriter &json, const ProcessFacts &process);
void write(JsonWriter &json, const DeviceUse &use);
void write(JsonWriter &json, const GpuUse &gpu);

template <typename Item>
void write(JsonWriter &json, const std::vector<Item> &items) {
  json.begin_array();
  for (const Item &item : items) write(json, item);
  json.end_array();
}

template <typename Fact>
void write(JsonWriter &json, const std::optional<Fact> &fact) {
  if (fact.has_value()) write(json, *fact);
  else json.null();
}

template <typename Fact>
void add(JsonWriter &json, const char *name, const Fact &fact) {
  json.key(name);
  write(json, fact);
}

void write(JsonWriter &json, const PciAddress &address) {
  json.begin_object();
  add(json, "domain", address.domain);
  add(json, "bus", address.bus);
  add(json, "device", address.device);
  json.end_object();
}

void write(JsonWriter &json, const FabricFacts &fabric) {
  json.begin_object();
  add(json, "cluster", fabric.cluster);
  add(json, "clique", fabric.clique);
  add(json, "isComplete", fabric.is_complete);
  json.end_object();
}

void write(JsonWriter &json, const CallFailure &failure) {
  json.begin_object();
  add(json, "call", failure.call);
  add(json, "status", failure.status);
  add(json, "text", failure.text);
  json.end_object();
}

void write(JsonWriter &json, const OpenFailure &failure) {
  json.begin_object();
  add(json, "name", failure.name);
  add(json, "reason", failure.reason);
  json.end_object();
}

void write(JsonWriter &json, const InstanceFacts &instance) {
  json.begin_object();
  add(json, "uuid", instance.uuid);
  add(json, "model", instance.model);
  add(json, "memoryBytes", instance.memory_bytes);
  add(json, "gpuInstance", instance.gpu_instance);
  add(json, "computeInstance", instance.compute_instance);
  json.end_object();
}

void write(JsonWriter &json, const GpuFacts &gpu) {
  json.begin_object();
  add(json, "uuid", gpu.uuid);
  add(json, "pci", gpu.pci);
  add(json, "model", gpu.model);
  add(json, "memoryBytes", gpu.memory_bytes);
  add(json, "computeCapability", gpu.capability);
  add(json, "cpus", gpu.cpus);
  add(json, "numaNode", gpu.numa_node);
  add(json, "isDivided", gpu.is_divided);
  add(json, "instances", gpu.instances);
  add(json, "links", gpu.links);
  add(json, "fabric", gpu.fabric);
  add(json, "failure", gpu.failure);
  json.end_object();
}

void write(JsonWriter &json, const ProcessFacts &process) {
  json.begin_object();
  add(json, "pid", process.pid);
  add(json, "usedBytes", process.used_bytes);
  add(json, "gpuInstance", process.gpu_instance);
  add(json, "computeInstance", process.compute_instance);
  add(json, "isMpsClient", process.is_mps_client);
  json.end_object();
}

void add_use(JsonWriter &json, const DeviceUse &use) {
  add(json, "uuid", use.uuid);
  add(json, "usedBytes", use.used_bytes);
  add(json, "heldBytes", use.held_bytes);
  add(json, "totalBytes", use.total_bytes);
  add(json, "gpuInstance", use.gpu_instance);
  add(json, "processes", use.processes);
  add(json, "graphicsProcesses", use.graphics_processes);
}

void write(JsonWriter &json, const DeviceUse &use) {
  json.begin_object();
  add_use(json, use);
  json.end_object();
}

void write(JsonWriter &json, const GpuUse &gpu) {
  json.begin_object();
  add_use(json, gpu);
  add(json, "pci", gpu.pci);
  add(json, "utilization", gpu.utilization);
  add(json, "instances", gpu.instances);
  add(json, "failure", gpu.failure);
  json.end_object();
}

const char *name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kFound: return "found";
    case Outcome::kNoLibrary: return "no-library";
    case Outcome::kUselessLibrary: return "useless-library";
    case Outcome::kFailed: return "failed";
  }
  return "failed";
}

void write_answer(JsonWriter &json, const DriverAnswer &answer) {
  add(json, "kind", std::string(name_of(answer.outcome)));
  add(json, "library", answer.library);
  add(json, "openFailures", answer.open_failures);
  add(json, "lacks", answer.lacks);
  add(json, "failure", answer.failure);
}

}  // namespace

void write_uses(JsonWriter &json, const UseFacts &facts) {
  write_answer(json, facts);
  add(json, "gpus", facts.gpus);
}

std::string render(const UseFacts &facts) {
  JsonWriter json;
  json.begin_object();
  write_uses(json, facts);
  json.end_object();
  return json.result();
}

std::string render(const MachineFacts &facts) {
  JsonWriter json;
  json.begin_object();
  write_answer(json, facts);
  add(json, "driver", facts.driver);
  add(json, "cudaVersion", facts.cuda_version);
  add(json, "gpus", facts.gpus);
  json.end_object();
  return json.result();
}

}  // namespace rankplan
