// The C door to toml++: a whole TOML document in one call, as a flat list of nodes.
//
// toml++ is a C++ template library, which Swift cannot call without taking C++ into every importer. A flat list
// needs no further calls to walk, and no exception can come through it.
#ifndef CTOML_H
#define CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A place in the text, counted from 1 in lines and characters; line 0 is no place.
typedef struct ctoml_place {
    uint32_t line;
    uint32_t column;
} ctoml_place;

/// UTF-8, not terminated.
typedef struct ctoml_text {
    const char *bytes;
    size_t count;
} ctoml_text;

typedef enum __attribute__((enum_extensibility(closed))) ctoml_kind {
    ctoml_kind_table,
    ctoml_kind_array,
    ctoml_kind_string,
    ctoml_kind_integer,
    ctoml_kind_number,
    ctoml_kind_boolean,
    ctoml_kind_date,
    ctoml_kind_time,
    ctoml_kind_date_time,
} ctoml_kind;

/// One value. A table or array is followed by its children, each with its own children behind it.
typedef struct ctoml_node {
    ctoml_kind kind;
    ctoml_place place;
    /// The key in its table; no place where it is in an array or the document itself.
    ctoml_place key_place;
    ctoml_text key;
    /// How many children follow, of a table or array.
    size_t children;
    ctoml_text text;
    int64_t integer;
    double number;
    bool flag;
} ctoml_node;

/// A document, or why there is none: then it has no nodes.
typedef struct ctoml_document {
    /// The first is the document's own table.
    const ctoml_node *nodes;
    size_t count;
    ctoml_text error;
    ctoml_place error_place;
} ctoml_document;

/// Reads a document; NULL only where there is no memory. It stops at the first mistake.
///
/// The text must be UTF-8. A key may have 16 dots and values may be nested 32 deep, so that no text can exhaust the
/// stack.
ctoml_document *ctoml_parse(const char *bytes, size_t count);

void ctoml_free(ctoml_document *document);

#ifdef __cplusplus
}
#endif

#endif
