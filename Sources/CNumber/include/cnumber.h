/// Numbers as text and back, exact, without a locale and without allocating, which neither printf nor Swift's own
/// descriptions offer together.
#ifndef CNUMBER_H
#define CNUMBER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// No text is longer.
#define CNUMBER_LENGTH_MAX 32

/// Writes the shortest decimal text that reads back as the same Double and returns its length; 0 for infinities and
/// NaN, which JSON has no text for, and where the text does not fit.
///
/// The text is a JSON number. Magnitudes from 1e-7 to 2^53 are written plainly (100000, 14.074, 0.000001), all others
/// with an exponent (1e+20), so that no reader takes them for an integer that it cannot hold. -0 is "-0.0", since
/// a reader of integers would lose the sign of "-0". There is no 0 at the end.
size_t cnumber_write(double value, char *text, size_t size);

/// Reads the decimal number, plain or with an exponent, that the text begins with, and returns how many bytes that
/// took. -EINVAL: the text begins with none (nor do "inf", "nan", a "+" or a space); -ERANGE: it is too large or too
/// small for a Double.
ptrdiff_t cnumber_read(const char *text, size_t length, double *value);

#ifdef __cplusplus
}
#endif

#endif
