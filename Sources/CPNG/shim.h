// libpng. Swift may use only its simplified interface, png_image_*. The ordinary interface reports errors by longjmp
// across the frames of its caller, which Swift does not support.
#ifndef C_PNG_SHIM_H
#define C_PNG_SHIM_H

#include <png.h>

// PNG_FORMAT_RGB is defined as the name of another macro, which Swift does not import.
static const png_uint_32 C_PNG_FORMAT_RGB = PNG_FORMAT_RGB;
static const png_uint_32 C_PNG_FORMAT_RGB_COLORMAP = PNG_FORMAT_RGB_COLORMAP;

#endif
