import WheelCore

/// Replaces the error messages of toml++, which describe its parser, by messages that describe the file.
///
/// For `path = /dev/fb0` toml++ reports what its parser expected and what it saw. The actual mistake is a value without
/// quotation marks, so the message becomes "'/dev/fb0' needs quotation marks, as "/dev/fb0"", at the place of the
/// value. Only frequent mistakes get such a message. For all other mistakes the message of toml++ follows "this is not
/// TOML:".
struct SyntaxProblem {
    private let lines: [Substring]
    private let problem: TOMLProblem

    /// `text` is the content of the file.
    init(_ problem: TOMLProblem, text: String) {
        self.problem = problem
        lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    /// The problem with a new message, at the place where the mistake begins.
    var plain: TOMLProblem {
        let (scope, reason) = parts
        if scope.isEmpty { return problem }
        if let redefined = redefined(reason) { return redefined }
        if reason.has("64 bits") {
            return tooLarge(reason, "is too large: whole numbers go up to 9007199254740992 (2^53)")
        }
        if scope == "floating-point", reason.has("could not be interpreted") {
            return tooLarge(reason, "is too large, or too close to 0: numbers go from 1e-30 to 1e30")
        }
        if reason.has("leading zeroes"), let number = numberWithZero { return number }
        if reason.has("maximum nested value depth") { return told("a value is nested more than 32 deep") }
        if scope.has("string"), reason.has("control character"), atEndOfLine {
            return told("a string does not end on its line: a quotation mark is missing")
        }
        if let word = bareWord { return word }
        if reason.hasPrefix("expected value, saw") { return told("there is no value after the '='") }
        let article = "aeiou".contains(where: { $0 == scope.first }) ? "an" : "a"
        if reason == "encountered end-of-file" { return told("the file ends within \(article) \(scope)") }
        return told("this is not TOML: \(visible(reason)) (in \(article) \(scope))")
    }

    /// The parts of a message of toml++: `Error while parsing SCOPE: REASON`.
    private var parts: (scope: String, reason: String) {
        let prefix = "Error while parsing "
        guard problem.message.hasPrefix(prefix) else { return ("", problem.message) }
        let rest = problem.message.dropFirst(prefix.count)
        guard let colon = rest.firstIndex(of: ":") else { return ("", String(rest)) }
        return (String(rest[..<colon]), String(rest[colon...].dropFirst(2)))
    }

    private func told(_ message: String, at column: Int? = nil) -> TOMLProblem {
        let place = Place(line: problem.place.line, column: column ?? problem.place.column)
        return TOMLProblem(message: message, place: place)
    }

    /// Handles `cannot redefine existing KIND 'NAME'`. toml++ reports the place of the key's value, so the key is
    /// searched for before this place.
    private func redefined(_ reason: String) -> TOMLProblem? {
        guard reason.hasPrefix("cannot redefine existing "), let name = inQuotes(reason) else { return nil }
        let before = line.prefix(problem.place.column - 1)
        let start = before.indices.last { before[$0...].hasPrefix(name) }
        return told(
            "\(quoted(name)) is given twice", at: start.map { before.distance(from: before.startIndex, to: $0) + 1 })
    }

    /// Handles a number that is too large or too close to 0. toml++ reports the place of the number's end.
    private func tooLarge(_ reason: String, _ predicate: String) -> TOMLProblem {
        guard let number = inQuotes(reason) else { return told("a number \(predicate)") }
        return told("\(quoted(number)) \(predicate)", at: max(1, problem.place.column - number.count))
    }

    /// The problem of a value that is a word without quotation marks; `nil` for any other value.
    private var bareWord: TOMLProblem? {
        guard let equals = line.firstIndex(of: "=") else { return nil }
        let value = line[equals...].dropFirst().drop { $0 == " " || $0 == "\t" }
        let word = value.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "/" }
        let column = line.count - value.count + 1
        guard let first = word.first, first.isLetter || first == "/", column <= problem.place.column,
            !["true", "false", "inf", "nan"].contains(word)
        else { return nil }
        return told("\(quoted(word)) needs quotation marks, as \(quoted(word, quote: "\""))", at: column)
    }

    /// The problem of a number with a leading zero, such as a file's mode; `nil` for any other value.
    private var numberWithZero: TOMLProblem? {
        guard let equals = line.firstIndex(of: "=") else { return nil }
        let value = line[equals...].dropFirst().drop { $0 == " " || $0 == "\t" }
        let digits = value.prefix { $0.isASCII && $0.isNumber }
        guard digits.count > 1, digits.first == "0" else { return nil }
        return told(
            "\(quoted(digits)) begins with a zero, which a number must not; octal digits need quotation marks, as "
                + quoted(digits, quote: "\""), at: line.count - value.count + 1)
    }

    private var line: Substring {
        lines.indices.contains(problem.place.line - 1) ? lines[problem.place.line - 1] : ""
    }

    private var atEndOfLine: Bool { problem.place.column > line.unicodeScalars.count }

    private func inQuotes(_ text: String) -> String? {
        guard let first = text.firstIndex(of: "'"), let last = text.lastIndex(of: "'"), first < last else { return nil }
        return String(text[text.index(after: first)..<last])
    }
}
