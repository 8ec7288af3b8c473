#include "ctoml.h"

#include "scan.h"

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace {

// Thrown if toml++ finds a character that it does not expect.
struct Unexpected {};

}  // namespace

// toml++ 3.3 asserts some conditions that it should check, such as that a key follows in `[=`. A debug build would
// abort, and a release build would have undefined behaviour. Here a failed assertion is reported as a mistake in the
// text.
#undef NDEBUG
#define TOML_ASSERT(expression)                 \
    do {                                        \
        if (!(expression)) throw Unexpected();  \
    } while (false)
// The nesting is limited, because tables and arrays are parsed and released recursively.
#define TOML_MAX_NESTED_VALUES 32
#define TOML_ENABLE_FORMATTERS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

namespace {

struct Document : ctoml_document {
    // The keys and strings of the nodes point into this table.
    toml::table root;
    std::vector<ctoml_node> list;
    std::string message;
};

ctoml_text text_of(std::string_view text) { return {text.data(), text.size()}; }

ctoml_place place_of(const toml::source_position &position) { return {position.line, position.column}; }

void append(std::vector<ctoml_node> &list, const toml::node &value, const toml::key *key) {
    ctoml_node &node = list.emplace_back();
    node.place = place_of(value.source().begin);
    if (key != nullptr) {
        node.key = text_of(key->str());
        node.key_place = place_of(key->source().begin);
    }
    // `node` is invalid after the first child is appended, because the list may have moved.
    value.visit([&](const auto &typed) {
        using Node = std::decay_t<decltype(typed)>;
        if constexpr (toml::is_table<Node>) {
            node.kind = ctoml_kind_table;
            node.children = typed.size();
            for (const auto &[child_key, child] : typed) append(list, child, &child_key);
        } else if constexpr (toml::is_array<Node>) {
            node.kind = ctoml_kind_array;
            node.children = typed.size();
            for (const auto &child : typed) append(list, child, nullptr);
        } else if constexpr (toml::is_string<Node>) {
            node.kind = ctoml_kind_string;
            node.text = text_of(typed.get());
        } else if constexpr (toml::is_integer<Node>) {
            node.kind = ctoml_kind_integer;
            node.integer = typed.get();
        } else if constexpr (toml::is_floating_point<Node>) {
            node.kind = ctoml_kind_number;
            node.number = typed.get();
        } else if constexpr (toml::is_boolean<Node>) {
            node.kind = ctoml_kind_boolean;
            node.flag = typed.get();
        } else if constexpr (toml::is_date<Node>) {
            node.kind = ctoml_kind_date;
        } else if constexpr (toml::is_time<Node>) {
            node.kind = ctoml_kind_time;
        } else {
            node.kind = ctoml_kind_date_time;
        }
    });
}

void fail(Document &document, std::string_view message, ctoml_place place) {
    document.message = message;
    document.error = text_of(document.message);
    document.error_place = place;
}

bool is_expected(std::string_view text) {
    try {
        (void)toml::parse(text);
    } catch (const toml::parse_error &) {
    } catch (const Unexpected &) {
        return false;
    }
    return true;
}

// The place of the character that toml++ did not expect. toml++ does not report this place. But toml++ reads the text
// from the front, so a prefix of the text fails in the same way if and only if the prefix contains the character.
ctoml_place place_of_unexpected(std::string_view text) {
    size_t expected = 0;
    size_t unexpected = text.size();
    while (unexpected - expected > 1) {
        const size_t middle = expected + (unexpected - expected) / 2;
        (is_expected(text.substr(0, middle)) ? expected : unexpected) = middle;
    }
    return ctoml::place_behind(text.substr(0, expected));
}

void parse(Document &document, std::string_view text) {
    if (const auto refusal = ctoml::refusal(text)) {
        fail(document, refusal->message, refusal->place);
        return;
    }
    try {
        document.root = toml::parse(text);
    } catch (const toml::parse_error &error) {
        fail(document, error.description(), place_of(error.source().begin));
        return;
    } catch (const Unexpected &) {
        fail(document, "this is not TOML: another character was expected", place_of_unexpected(text));
        return;
    }
    append(document.list, document.root, nullptr);
    document.nodes = document.list.data();
    document.count = document.list.size();
}

}  // namespace

ctoml_document *ctoml_parse(const char *bytes, size_t count) {
    // The only exception that can still be thrown is a lack of memory.
    try {
        auto document = std::make_unique<Document>();
        parse(*document, bytes == nullptr ? std::string_view() : std::string_view(bytes, count));
        return document.release();
    } catch (...) {
        return nullptr;
    }
}

void ctoml_free(ctoml_document *document) { delete static_cast<Document *>(document); }
