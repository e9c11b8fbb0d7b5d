#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rankplan {

/** Writes one JSON document. Commas are its concern; that begins and ends match is the caller's. */
class JsonWriter {
 public:
  JsonWriter &begin_object() { return open('{'); }
  JsonWriter &end_object() { return close('}'); }
  JsonWriter &begin_array() { return open('['); }
  JsonWriter &end_array() { return close(']'); }

  /** The next value belongs to this key. */
  JsonWriter &key(std::string_view name);

  JsonWriter &text(std::string_view value);
  /** Writes nine digits, more than any measurement has; NaN and infinity become null. */
  JsonWriter &number(double value);
  JsonWriter &integer(std::int64_t value);
  JsonWriter &boolean(bool value);
  JsonWriter &null();
  /** A document that another writer made. */
  JsonWriter &document(std::string_view json) { return raw(json); }

  template <typename Number>
  JsonWriter &integer_or_null(const std::optional<Number> &value) {
    return value ? integer(static_cast<std::int64_t>(*value)) : null();
  }
  /** An empty text is null. */
  JsonWriter &text_or_null(std::string_view value) { return value.empty() ? null() : text(value); }

  const std::string &result() const { return result_; }

 private:
  JsonWriter &open(char bracket);
  JsonWriter &close(char bracket);
  JsonWriter &raw(std::string_view value);
  void quote(std::string_view value);

  std::string result_;
  bool needs_comma_ = false;
};

}  // namespace rankplan
