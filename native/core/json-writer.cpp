#include "json-writer.h"

#include <cmath>
#include <cstdio>

namespace rankplan {

JsonWriter &JsonWriter::open(char bracket) {
  if (needs_comma_) result_ += ',';
  result_ += bracket;
  needs_comma_ = false;
  return *this;
}

JsonWriter &JsonWriter::close(char bracket) {
  result_ += bracket;
  needs_comma_ = true;
  return *this;
}

JsonWriter &JsonWriter::raw(std::string_view value) {
  if (needs_comma_) result_ += ',';
  result_ += value;
  needs_comma_ = true;
  return *this;
}

JsonWriter &JsonWriter::key(std::string_view name) {
  if (needs_comma_) result_ += ',';
  quote(name);
  result_ += ':';
  needs_comma_ = false;
  return *this;
}

void JsonWriter::quote(std::string_view value) {
  result_ += '"';
  for (const char character : value) {
    const auto code = static_cast<unsigned char>(character);
    if (character == '"' || character == '\\') {
      result_ += '\\';
      result_ += character;
    } else if (code < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", code);
      result_ += escape;
    } else {
      result_ += character;
    }
  }
  result_ += '"';
}

JsonWriter &JsonWriter::text(std::string_view value) {
  if (needs_comma_) result_ += ',';
  quote(value);
  needs_comma_ = true;
  return *this;
}

JsonWriter &JsonWriter::number(double value) {
  if (!std::isfinite(value)) return null();
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.9g", value);
  return raw(digits);
}

JsonWriter &JsonWriter::integer(std::int64_t value) { return raw(std::to_string(value)); }

JsonWriter &JsonWriter::boolean(bool value) { return raw(value ? "true" : "false"); }

JsonWriter &JsonWriter::null() { return raw("null"); }

}  // namespace rankplan
