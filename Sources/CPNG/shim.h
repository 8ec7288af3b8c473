// The door to libpng. Only its simplified interface, png_image_*, is for Swift: the ordinary one reports errors by
// longjmp across its caller's frames, which Swift does not survive.
#ifndef C_PNG_SHIM_H
#define C_PNG_SHIM_H

#include <png.h>

// PNG_FORMAT_RGB and the like are combinations of other macros, which Swift does not import.
static const png_uint_32 C_PNG_FORMAT_BGRA = PNG_FORMAT_BGRA;
static const png_uint_32 C_PNG_FORMAT_RGB = PNG_FORMAT_RGB;

// PNG_IMAGE_FAILED is a function-like macro.
static inline int C_PNG_IMAGE_FAILED(png_image image) { return PNG_IMAGE_FAILED(image); }

#endif
