// FreeType: glyphs of a font file as outlines and as coverage.
#ifndef C_FREETYPE_SHIM_H
#define C_FREETYPE_SHIM_H

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

// The following macros are defined by a function-like macro, which Swift does not import.
static const FT_Int32 C_FT_LOAD_TARGET_LIGHT = FT_LOAD_TARGET_LIGHT;

static const FT_Int32 C_FT_LOAD_TARGET_MONO = FT_LOAD_TARGET_MONO;

// FT_IS_SCALABLE and FT_HAS_KERNING are function-like macros too.
static inline FT_Bool C_FT_IS_SCALABLE(FT_Face face) { return FT_IS_SCALABLE(face); }
static inline FT_Bool C_FT_HAS_KERNING(FT_Face face) { return FT_HAS_KERNING(face); }

#endif
