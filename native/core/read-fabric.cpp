#include "read-fabric.h"

namespace rankplan::nvml {

namespace {

/** State 0 is a GPU without a fabric. */
template <typename Info>
std::optional<FabricFacts> describe(const Info &info) {
  if (info.state == 0) return std::nullopt;
  const bool is_complete = info.state == kFabricCompleted && info.status == kSuccess;
  return FabricFacts{format_uuid(info.cluster), info.clique, is_complete};
}

}  // namespace

std::string format_uuid(const unsigned char (&bytes)[16]) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (int i = 0; i < 16; i++) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return text;
}

std::optional<FabricFacts> read_fabric(const Session &session, Device device) {
  FabricInfoV2 info = {};
  info.version = kFabricInfoV2;
  if (session.call(session.functions().fabric_v2, device, &info) == kSuccess) return describe(info);
  FabricInfo plain = {};
  if (session.call(session.functions().fabric, device, &plain) == kSuccess) return describe(plain);
  return std::nullopt;
}

}  // namespace rankplan::nvml
