/// Converts numbers to text and back: exactly, independently of the locale, and without allocation. Neither printf and
/// strtod nor Swift's own conversions have all three properties.
#ifndef CNUMBER_H
#define CNUMBER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The maximum length of a text.
#define CNUMBER_LENGTH_MAX 32

/// Writes the decimal number with the fewest digits that reads back as the same Double, and returns the length of the
/// text. Returns 0 for infinities and NaN, which JSON cannot express, and if the text does not fit.
///
/// The text is a JSON number. Magnitudes from 1e-7 to 2^53 are written without an exponent (100000, 14.074, 0.000001),
/// other magnitudes with an exponent (1e+20), so that no reader takes the number for an integer that it cannot store.
/// -0 is "-0.0", because a reader of integers would lose the sign of "-0". There are no trailing zeros.
size_t cnumber_write(double value, char *text, size_t size);

/// Reads a text that the caller has checked to be a JSON number, as the nearest Double. Returns false if the number is
/// beyond the range of a Double.
bool cnumber_read(const char *text, size_t length, double *value);

#ifdef __cplusplus
}
#endif

#endif
