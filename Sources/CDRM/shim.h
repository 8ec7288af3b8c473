// libdrm: screens through the kernel's mode setting.
#ifndef C_DRM_SHIM_H
#define C_DRM_SHIM_H

#include <drm_fourcc.h>
#include <drm_mode.h>
#include <fcntl.h>
#include <stdint.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

// Defined by a function-like macro (fourcc_code), which Swift does not import.
static const uint32_t C_DRM_FORMAT_XRGB8888 = DRM_FORMAT_XRGB8888;
static const uint32_t C_DRM_FORMAT_RGB565 = DRM_FORMAT_RGB565;

// Defined as a shift in parentheses, which Swift does not import as a number.
static const uint32_t C_DRM_MODE_TYPE_PREFERRED = DRM_MODE_TYPE_PREFERRED;
static const uint32_t C_DRM_MODE_TYPE_USERDEF = DRM_MODE_TYPE_USERDEF;

// Combinations of flags. Swift imports each flag as a separate constant.
static const int C_DRM_LEASE_FLAGS = O_CLOEXEC | O_NONBLOCK;
static const uint32_t C_DRM_ATOMIC_FLIP = DRM_MODE_PAGE_FLIP_EVENT | DRM_MODE_ATOMIC_NONBLOCK;

#endif
