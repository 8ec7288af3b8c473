#include "scan.h"

#include <string>

namespace ctoml {
namespace {

constexpr int most_dots = 16;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_outside_ascii(char byte) { return static_cast<unsigned char>(byte) >= 0x80; }

bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

void advance(ctoml_place &place, char byte) {
    if (byte == '\n') {
        place = {place.line + 1, 1};
    } else if ((static_cast<unsigned char>(byte) & 0xC0) != 0x80) {  // not the middle of a character
        place.column += 1;
    }
}

class Scanner {
public:
    explicit Scanner(std::string_view text) : text(text) {
        if (text.substr(0, byte_order_mark.size()) == byte_order_mark) at = byte_order_mark.size();
    }

    std::optional<Refusal> refusal() {
        while (at < text.size() && !found) {
            switch (text[at]) {
            case '#':
                while (at < text.size() && text[at] != '\n') step();
                break;
            case '"': case '\'':
                if (token == Token::number) refuse("a quotation mark is not allowed here");
                token = Token::other;
                skip_string(text[at]);
                break;
            default:
                outside(text[at]);
                step();
                break;
            }
        }
        return found;
    }

private:
    // The kind of the current token. A number is a kind of its own, since toml++ looks ahead over all its characters.
    enum class Token { none, number, other };

    void outside(char byte) {
        switch (byte) {
        case '.':
            if (++dots > most_dots) refuse("a key has more than 16 dots");
            break;
        // A new key or value begins after each of the following characters.
        case '\n':
            dots = 0;
            token = Token::none;
            is_key = open.empty();
            return;
        case ',':
            dots = 0;
            token = Token::none;
            is_key = !open.empty() && open.back() == '{';
            return;
        case ']': case '}':
            dots = 0;
            token = Token::none;
            is_key = false;
            if (!open.empty()) open.pop_back();
            return;
        case '=':
            dots = 0;
            // A key ends here, even if it looks like a number. For toml++, a value that is a number continues here.
            if (token == Token::other || is_key) token = Token::none;
            is_key = false;
            return;
        case '[': case '{':
            dots = 0;
            if (token == Token::other) token = Token::none;
            // The bracket of a table header does not contain values.
            if (byte == '{' || !is_key) open.push_back(byte);
            is_key = byte == '{';
            return;
        case ' ': case '\t': case '\r':
            token = Token::none;
            return;
        default:
            if (is_outside_ascii(byte)) refuse("this character is allowed only between quotation marks");
            break;
        }
        if (token == Token::none) {
            token = (byte >= '0' && byte <= '9') || byte == '+' || byte == '-' ? Token::number : Token::other;
        }
    }

    void refuse(const char *message) {
        if (!found) found = Refusal{message, place};
    }

    void step() { advance(place, text[at++]); }

    void skip(size_t count) {
        while (count-- > 0) step();
    }

    size_t quotes(char quote, size_t most) const {
        size_t count = 0;
        while (count < most && at + count < text.size() && text[at + count] == quote) count += 1;
        return count;
    }

    void skip_string(char quote) {
        const size_t opening = quotes(quote, 3);
        skip(opening);
        if (opening == 2) return;  // an empty string
        const bool has_lines = opening == 3;
        while (at < text.size()) {
            if (text[at] == '\\' && quote == '"') {
                skip_escape(has_lines);
            } else if (text[at] != quote) {
                step();
            } else if (!has_lines) {
                step();
                return;
            } else {
                // Up to two quotes may precede the three quotes that end the string.
                const size_t run = quotes(quote, 5);
                skip(run);
                if (run >= 3) return;
            }
        }
    }

    void skip_escape(bool has_lines) {
        step();
        if (has_lines && at < text.size() && is_blank(text[at])) {
            while (at < text.size() && is_blank(text[at])) step();
        } else if (at < text.size() && !is_outside_ascii(text[at])) {
            step();
            return;
        }
        if (has_lines && at < text.size() && is_outside_ascii(text[at])) {
            refuse("this character cannot follow a backslash");
        }
    }

    std::string_view text;
    size_t at = 0;
    ctoml_place place = {1, 1};
    int dots = 0;
    Token token = Token::none;
    // The brackets of the open values, and whether a key is next.
    std::string open;
    bool is_key = true;
    std::optional<Refusal> found;
};

}  // namespace

std::optional<Refusal> refusal(std::string_view text) { return Scanner(text).refusal(); }

ctoml_place place_behind(std::string_view text) {
    ctoml_place place = {1, 1};
    for (const char byte : text) advance(place, byte);
    return place;
}

}  // namespace ctoml
