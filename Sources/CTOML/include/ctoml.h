// A C interface to toml++: one call reads a whole TOML document into a flat list of nodes.
//
// toml++ is a C++ template library. Swift can call C++ only if every importer is compiled for interoperation with C++.
// A flat list is read without further calls, so that no C++ exception can reach Swift.
#ifndef CTOML_H
#define CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A place in the text: line and character, counted from 1. Line 0 means no place.
typedef struct ctoml_place {
    uint32_t line;
    uint32_t column;
} ctoml_place;

/// A text in UTF-8, not terminated by a NUL.
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

/// One value. The children of a table or array follow it; each child is followed by its own children.
typedef struct ctoml_node {
    ctoml_kind kind;
    ctoml_place place;
    /// The place of the node's key, if the node is in a table. Line 0 for an element of an array and for the document
    /// itself.
    ctoml_place key_place;
    ctoml_text key;
    /// The number of children of a table or array.
    size_t children;
    ctoml_text text;
    int64_t integer;
    double number;
    bool flag;
} ctoml_node;

/// The result of `ctoml_parse`: the nodes of a document, or an error.
typedef struct ctoml_document {
    /// The first node is the document's own table.
    const ctoml_node *nodes;
    size_t count;
    ctoml_text error;
    ctoml_place error_place;
} ctoml_document;

/// Reads a document. The parser stops at the first mistake. Returns NULL only if no memory is left.
///
/// The text must be UTF-8. A key may have at most 16 dots and values may be nested at most 32 deep, so that no text can
/// exhaust the stack.
ctoml_document *ctoml_parse(const char *bytes, size_t count);

void ctoml_free(ctoml_document *document);

#ifdef __cplusplus
}
#endif

#endif
