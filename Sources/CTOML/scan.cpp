#include "scan.h"

namespace ctoml {
namespace {

constexpr int most_dots = 16;

void advance(ctoml_place &place, char byte) {
    if (byte == '\n') {
        place = {place.line + 1, 1};
    } else if ((static_cast<unsigned char>(byte) & 0xC0) != 0x80) {  // not the middle of a character
        place.column += 1;
    }
}

class Scanner {
public:
    explicit Scanner(std::string_view text) : text(text) {}

    std::optional<ctoml_place> place_of_too_deep_key() {
        int dots = 0;
        while (at < text.size()) {
            switch (text[at]) {
            case '.':
                if (++dots > most_dots) return place;
                break;
            // What begins behind one of these is another key, or a value.
            case '\n': case '=': case ',': case '[': case '{':
                dots = 0;
                break;
            case '#':
                while (at < text.size() && text[at] != '\n') step();
                continue;
            case '"': case '\'':
                skip_string(text[at]);
                continue;
            default:
                break;
            }
            step();
        }
        return std::nullopt;
    }

private:
    void step() { advance(place, text[at++]); }

    size_t quotes(char quote, size_t most) const {
        size_t count = 0;
        while (count < most && at + count < text.size() && text[at + count] == quote) count += 1;
        return count;
    }

    void skip(size_t count) {
        while (count-- > 0) step();
    }

    void skip_string(char quote) {
        const size_t opening = quotes(quote, 3);
        skip(opening);
        if (opening == 2) return;  // an empty string
        while (at < text.size()) {
            if (text[at] == '\\' && quote == '"') {
                skip(text.size() - at > 1 ? 2 : 1);
            } else if (text[at] != quote) {
                step();
            } else if (opening == 1) {
                step();
                return;
            } else {
                // Up to two quotes may stand before the three that end it.
                const size_t run = quotes(quote, 5);
                skip(run);
                if (run >= 3) return;
            }
        }
    }

    std::string_view text;
    size_t at = 0;
    ctoml_place place = {1, 1};
};

}  // namespace

std::optional<ctoml_place> place_of_too_deep_key(std::string_view text) {
    return Scanner(text).place_of_too_deep_key();
}

ctoml_place place_behind(std::string_view text) {
    ctoml_place place = {1, 1};
    for (const char byte : text) advance(place, byte);
    return place;
}

}  // namespace ctoml
