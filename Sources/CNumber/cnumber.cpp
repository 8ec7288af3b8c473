#include "cnumber.h"

#include <charconv>
#include <cmath>
#include <cstring>

size_t cnumber_write(double value, char *text, size_t size) {
    if (!std::isfinite(value))
        return 0;
    if (value == 0) {
        const char *zero = std::signbit(value) ? "-0.0" : "0";
        const size_t length = std::strlen(zero);
        if (length > size)
            return 0;
        std::memcpy(text, zero, length);
        return length;
    }
    // Without an explicit format to_chars chooses the shorter form: 1e+05 for 100000.
    const double magnitude = std::fabs(value);
    const bool plain = magnitude >= 1e-7 && magnitude <= 9007199254740992.0;
    const auto [end, error] =
        std::to_chars(text, text + size, value, plain ? std::chars_format::fixed : std::chars_format::scientific);
    return error == std::errc() ? static_cast<size_t>(end - text) : 0;
}

bool cnumber_read(const char *text, size_t length, double *value) {
    const auto [end, error] = std::from_chars(text, text + length, *value);
    return error == std::errc() && end == text + length;
}
