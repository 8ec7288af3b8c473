import WheelCore
import WheelModel
import WheelWire

/// The words of a line of a session's recording, which are read from left to right. JSON is the last word, with its
/// spaces.
struct SessionWords {
    private var rest: Substring

    init(_ line: Substring) { rest = line }

    var isOver: Bool { rest.isEmpty }

    func end() throws(SessionProblem) {
        guard isOver else { throw SessionProblem("there is more than expected: '\(String(rest).clipped)'") }
    }

    /// `what` is named where the line ends before the word.
    mutating func word(_ what: String = "a word") throws(SessionProblem) -> Substring {
        let end = rest.utf8.firstIndex(of: UInt8(ascii: " "))
        let word = rest[..<(end ?? rest.endIndex)]
        guard !word.isEmpty else { throw SessionProblem("\(what) is missing") }
        rest = end.map { rest[rest.utf8.index(after: $0)...] } ?? ""
        return word
    }

    /// Consumes the next word if it is this one.
    mutating func skips(_ word: String) -> Bool {
        guard rest == word || rest.utf8.starts(with: "\(word) ".utf8) else { return false }
        rest = rest.dropFirst(word.count + 1)
        return true
    }

    /// Seconds with six decimals, which are read as integers, since floating-point numbers are not exact.
    mutating func time() throws(SessionProblem) -> Instant {
        let word = try word("the time")
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 6, let seconds = UInt32(parts[0]),
            let microseconds = UInt32(parts[1])
        else { throw SessionProblem("'\(String(word).clipped)' is no time, which is seconds with six decimals") }
        return Instant(microseconds: Int64(seconds) * 1_000_000 + Int64(microseconds))
    }

    /// An index into a list of this many elements.
    mutating func index(_ count: Int) throws(SessionProblem) -> Int {
        guard count > 0 else {
            let word = try word("a whole number")
            throw SessionProblem("the instrument has nothing with the number '\(String(word).clipped)'")
        }
        return try integer(0...count - 1)
    }

    mutating func integer(_ range: ClosedRange<Int>) throws(SessionProblem) -> Int {
        let word = try word("a whole number")
        guard let number = Int(word), range.contains(number) else {
            throw SessionProblem(
                "'\(String(word).clipped)' is no whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func number() throws(SessionProblem) -> Double {
        let word = try word("a number")
        guard let number = Double(word), number.isFinite else {
            throw SessionProblem("'\(String(word).clipped)' is no number")
        }
        return number
    }

    mutating func fraction() throws(SessionProblem) -> Double {
        let number = try number()
        guard (0...1).contains(number) else { throw SessionProblem("\(number) is not in 0…1") }
        return number
    }

    mutating func flag() throws(SessionProblem) -> Bool { try integer(0...1) == 1 }

    mutating func point() throws(SessionProblem) -> Point { Point(x: try number(), y: try number()) }

    mutating func size() throws(SessionProblem) -> Size { Size(width: try number(), height: try number()) }

    /// `nil` for the word `-`.
    mutating func ifAny<Value>(
        _ read: (inout SessionWords) throws(SessionProblem) -> Value
    ) throws(SessionProblem) -> Value? {
        if skips("-") { return nil }
        return try read(&self)
    }

    mutating func choice<Choice: RawRepresentable<String>>(_ type: Choice.Type) throws(SessionProblem) -> Choice {
        let word = try word()
        guard let choice = Choice(rawValue: String(word)) else {
            throw SessionProblem("'\(String(word).clipped)' is unknown here")
        }
        return choice
    }

    /// A list of texts in JSON.
    mutating func list(_ count: ClosedRange<Int>) throws(SessionProblem) -> [String] {
        guard case .positions(let texts)? = ControlValue(json: consumeRest()), count.contains(texts.count) else {
            throw SessionProblem("the line does not end with a list of texts, as [\"a\",\"b\"]")
        }
        return texts
    }

    /// A configuration in JSON: `[]` for the built-in settings, else a path and a text.
    mutating func configuration() throws(SessionProblem) -> SessionConfiguration? {
        let texts = try list(0...2)
        guard texts.count != 1 else { throw SessionProblem("the text of the configuration is missing") }
        return texts.isEmpty ? nil : SessionConfiguration(path: texts[0], text: texts[1])
    }

    mutating func request(_ isAllowed: (Operation) -> Bool) throws(SessionProblem) -> Request {
        switch Array(consumeRest().utf8).withUnsafeBytes({ RequestLine($0).request }) {
        case .failure(let error): throw SessionProblem("the request cannot be read: \(error.message)")
        case .success(let request):
            guard isAllowed(request.operation) else {
                throw SessionProblem("'\(request.operation.rawValue)' is no request of this kind of line")
            }
            return request
        }
    }

    mutating func consumeRest() -> String {
        defer { rest = "" }
        return String(rest)
    }
}
