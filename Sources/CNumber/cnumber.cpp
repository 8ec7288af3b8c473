#include "cnumber.h"

#include <cerrno>
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
    // By default to_chars chooses the shorter form: 1e+05 for 100000.
    const double magnitude = std::fabs(value);
    const bool plain = magnitude >= 1e-7 && magnitude <= 9007199254740992.0;
    const auto [end, error] =
        std::to_chars(text, text + size, value, plain ? std::chars_format::fixed : std::chars_format::scientific);
    return error == std::errc() ? static_cast<size_t>(end - text) : 0;
}

ptrdiff_t cnumber_read(const char *text, size_t length, double *value) {
    // from_chars also accepts infinities and NaN, which do not begin with a digit.
    const size_t first = length > 0 && text[0] == '-' ? 1 : 0;
    if (first >= length || !((text[first] >= '0' && text[first] <= '9') || text[first] == '.'))
        return -EINVAL;
    double read = 0;
    const auto [end, error] = std::from_chars(text, text + length, read, std::chars_format::general);
    if (error == std::errc::result_out_of_range)
        return -ERANGE;
    if (error != std::errc())
        return -EINVAL;
    *value = read;
    return end - text;
}
