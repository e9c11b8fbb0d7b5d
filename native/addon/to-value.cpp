#include "to-value.h"

namespace rankplan {

namespace {

Napi::Value value_of(Napi::Env env, const std::string &text) { return Napi::String::New(env, text); }
Napi::Value value_of(Napi::Env env, unsigned number) { return Napi::Number::New(env, number); }
Napi::Value value_of(Napi::Env env, int number) { return Napi::Number::New(env, number); }

/** Bytes of memory stay far below 2^53. */
Napi::Value value_of(Napi::Env env, std::uint64_t number) {
  return Napi::Number::New(env, static_cast<double>(number));
}

Napi::Value value_of(Napi::Env env, const PciAddress &address) {
  Napi::Object object = Napi::Object::New(env);
  object["domain"] = value_of(env, address.domain);
  object["bus"] = value_of(env, address.bus);
  object["device"] = value_of(env, address.device);
  return object;
}

Napi::Value value_of(Napi::Env env, const FabricFacts &fabric) {
  Napi::Object object = Napi::Object::New(env);
  object["cluster"] = value_of(env, fabric.cluster);
  object["clique"] = value_of(env, fabric.clique);
  object["isComplete"] = Napi::Boolean::New(env, fabric.is_complete);
  return object;
}

Napi::Value value_of(Napi::Env env, const CallFailure &failure) {
  Napi::Object object = Napi::Object::New(env);
  object["call"] = value_of(env, failure.call);
  object["status"] = value_of(env, failure.status);
  object["text"] = value_of(env, failure.text);
  return object;
}

Napi::Value value_of(Napi::Env env, const OpenFailure &failure) {
  Napi::Object object = Napi::Object::New(env);
  object["name"] = value_of(env, failure.name);
  object["reason"] = value_of(env, failure.reason);
  return object;
}

Napi::Value value_of(Napi::Env env, const InstanceFacts &instance);
Napi::Value value_of(Napi::Env env, const GpuFacts &gpu);
Napi::Value value_of(Napi::Env env, const ProcessFacts &process);
Napi::Value value_of(Napi::Env env, const std::vector<ProcessFacts> &processes);
Napi::Value value_of(Napi::Env env, const DeviceUse &use);
Napi::Value value_of(Napi::Env env, const GpuUse &gpu);

template <typename Fact>
Napi::Value value_of(Napi::Env env, const std::optional<Fact> &fact) {
  return fact.has_value() ? value_of(env, *fact) : env.Null();
}

template <typename Item>
Napi::Value list_of(Napi::Env env, const std::vector<Item> &items) {
  Napi::Array list = Napi::Array::New(env, items.size());
  for (std::uint32_t i = 0; i < items.size(); i++) list[i] = value_of(env, items[i]);
  return list;
}

Napi::Value value_of(Napi::Env env, const InstanceFacts &instance) {
  Napi::Object object = Napi::Object::New(env);
  object["uuid"] = value_of(env, instance.uuid);
  object["model"] = value_of(env, instance.model);
  object["memoryBytes"] = value_of(env, instance.memory_bytes);
  object["gpuInstance"] = value_of(env, instance.gpu_instance);
  object["computeInstance"] = value_of(env, instance.compute_instance);
  return object;
}

Napi::Value value_of(Napi::Env env, const GpuFacts &gpu) {
  Napi::Object object = Napi::Object::New(env);
  object["uuid"] = value_of(env, gpu.uuid);
  object["pci"] = value_of(env, gpu.pci);
  object["model"] = value_of(env, gpu.model);
  object["memoryBytes"] = value_of(env, gpu.memory_bytes);
  object["computeCapability"] = value_of(env, gpu.capability);
  object["cpus"] = value_of(env, gpu.cpus);
  object["numaNode"] = value_of(env, gpu.numa_node);
  object["isDivided"] = Napi::Boolean::New(env, gpu.is_divided);
  object["instances"] = list_of(env, gpu.instances);
  object["links"] = list_of(env, gpu.links);
  object["fabric"] = value_of(env, gpu.fabric);
  object["failure"] = value_of(env, gpu.failure);
  return object;
}

Napi::Value value_of(Napi::Env env, const ProcessFacts &process) {
  Napi::Object object = Napi::Object::New(env);
  object["pid"] = value_of(env, process.pid);
  object["usedBytes"] = value_of(env, process.used_bytes);
  object["gpuInstance"] = value_of(env, process.gpu_instance);
  object["computeInstance"] = value_of(env, process.compute_instance);
  object["isMpsClient"] = Napi::Boolean::New(env, process.is_mps_client);
  return object;
}

Napi::Value value_of(Napi::Env env, const std::vector<ProcessFacts> &processes) { return list_of(env, processes); }

Napi::Object describe_use(Napi::Env env, const DeviceUse &use) {
  Napi::Object object = Napi::Object::New(env);
  object["uuid"] = value_of(env, use.uuid);
  object["usedBytes"] = value_of(env, use.used_bytes);
  object["heldBytes"] = value_of(env, use.held_bytes);
  object["totalBytes"] = value_of(env, use.total_bytes);
  object["gpuInstance"] = value_of(env, use.gpu_instance);
  object["processes"] = value_of(env, use.processes);
  object["graphicsProcesses"] = value_of(env, use.graphics_processes);
  return object;
}

Napi::Value value_of(Napi::Env env, const DeviceUse &use) { return describe_use(env, use); }

Napi::Value value_of(Napi::Env env, const GpuUse &gpu) {
  Napi::Object object = describe_use(env, gpu);
  object["pci"] = value_of(env, gpu.pci);
  object["utilization"] = value_of(env, gpu.utilization);
  object["instances"] = list_of(env, gpu.instances);
  object["failure"] = value_of(env, gpu.failure);
  return object;
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

Napi::Object describe_answer(Napi::Env env, const DriverAnswer &answer) {
  Napi::Object object = Napi::Object::New(env);
  object["kind"] = Napi::String::New(env, name_of(answer.outcome));
  object["library"] = value_of(env, answer.library);
  object["openFailures"] = list_of(env, answer.open_failures);
  object["lacks"] = value_of(env, answer.lacks);
  object["failure"] = value_of(env, answer.failure);
  return object;
}

}  // namespace

Napi::Object to_value(Napi::Env env, const UseFacts &facts) {
  Napi::Object object = describe_answer(env, facts);
  object["gpus"] = list_of(env, facts.gpus);
  return object;
}

Napi::Object to_value(Napi::Env env, const MachineFacts &facts) {
  Napi::Object object = describe_answer(env, facts);
  object["driver"] = value_of(env, facts.driver);
  object["cudaVersion"] = value_of(env, facts.cuda_version);
  object["gpus"] = list_of(env, facts.gpus);
  return object;
}

}  // namespace rankplan
