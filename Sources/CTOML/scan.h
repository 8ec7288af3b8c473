#ifndef CTOML_SCAN_H
#define CTOML_SCAN_H

#include "ctoml.h"

#include <optional>
#include <string_view>

namespace ctoml {

/// The reason why a text must not be given to toml++, and the place of the reason in the text.
struct Refusal {
    const char *message;
    ctoml_place place;
};

/// Finds texts that toml++ 3.3 and 3.4 cannot read safely. The result is exact up to the first syntax error, where
/// toml++ stops.
///
/// - A key with more than 16 dots. toml++ limits nested values, but not dots. Each dot makes a nested table too, and
///   releasing some hundred thousand nested tables exhausts the stack.
/// - A character outside ASCII where toml++ looks for white space: outside of strings and comments, in a token that
///   begins as a number, and, in a multi-line string, after a backslash and any white space. toml++ declares some of
///   these cases unreachable, which makes them undefined behaviour.
std::optional<Refusal> refusal(std::string_view text);

/// The place right after the end of a text.
ctoml_place place_behind(std::string_view text);

}  // namespace ctoml

#endif
