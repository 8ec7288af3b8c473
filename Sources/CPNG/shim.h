// The door to libpng. Only its simplified interface, png_image_*, is for Swift: the ordinary one reports errors by
// longjmp across its caller's frames, which Swift does not survive.
#ifndef C_PNG_SHIM_H
#define C_PNG_SHIM_H

#include <png.h>

// PNG_FORMAT_RGB is another macro's name, which Swift does not import.
static const png_uint_32 C_PNG_FORMAT_RGB = PNG_FORMAT_RGB;

#endif
