#pragma once

#include "results.h"

namespace rankplan::probe {

void write_failure(JsonWriter &json, const cuda::Failure &failure);
void write_health(JsonWriter &json, const Health &health);
/** The keys of an open object. */
void write_figure(JsonWriter &json, const Metric &metric, const Figure &figure);

}  // namespace rankplan::probe
