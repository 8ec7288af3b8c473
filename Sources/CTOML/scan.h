#ifndef CTOML_SCAN_H
#define CTOML_SCAN_H

#include "ctoml.h"

#include <optional>
#include <string_view>

namespace ctoml {

/// Why a text is not given to toml++, and where.
struct Refusal {
    const char *message;
    ctoml_place place;
};

/// Looks for what toml++ 3.3 and 3.4 must not see. What is said of the text holds up to its first syntax error, where
/// toml++ stops.
///
/// - A key with more than 16 dots. Values may be nested only so deep, but each dot is a table within a table too, and
///   releasing some hundred thousand of them exhausts the stack.
/// - A character outside ASCII where it looks for blanks: outside of strings and comments, in what begins as a number,
///   and behind a backslash at the end of a line. It takes some of these for impossible, and the compiler may then do
///   anything.
std::optional<Refusal> refusal(std::string_view text);

/// The place right behind a text.
ctoml_place place_behind(std::string_view text);

}  // namespace ctoml

#endif
