#ifndef CTOML_SCAN_H
#define CTOML_SCAN_H

#include "ctoml.h"

#include <optional>
#include <string_view>

namespace ctoml {

/// Where the first key with more than 16 dots has its seventeenth.
///
/// toml++ limits how deep values are nested, but not `a.b.c.…`: each dot is a table within a table, and releasing
/// some hundred thousand of them exhausts the stack. What is said of the text holds up to its first syntax error,
/// where toml++ stops.
std::optional<ctoml_place> place_of_too_deep_key(std::string_view text);

/// The place right behind a text.
ctoml_place place_behind(std::string_view text);

}  // namespace ctoml

#endif
