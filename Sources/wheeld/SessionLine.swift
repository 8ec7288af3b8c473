import WheelCore
import WheelInput
import WheelModel
import WheelWire

/// A line of a session's recording, which is read from left to right: a time, a word for what has happened, numbers,
/// and at the end JSON.
struct SessionLine {
    private(set) var time = Instant(microseconds: 0)
    /// Whether the changes of the previous entry and of this entry are published together.
    private(set) var joins = false
    /// Whether the event has lit a dark display, and has no other effect.
    private(set) var onlyLights = false
    private(set) var word = ""
    private var numbers: ArraySlice<Substring>
    private var json: Substring

    /// The lines before the first entry have no time.
    init(_ line: Substring, hasTime: Bool = true) throws(RecordingProblem) {
        let start = line.utf8.firstIndex { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") } ?? line.endIndex
        json = line[start...]
        numbers = line[..<start].split(separator: " ")[...]
        if hasTime {
            let word = numbers.popFirst() ?? ""
            guard let interval = Recording.interval(word) else {
                throw RecordingProblem(message: "'\(String(word).clipped)' is no time in seconds")
            }
            time = time + interval
        }
        joins = skips("+")
        onlyLights = skips("light")
        guard let word = numbers.popFirst() else { throw RecordingProblem(message: "what has happened is missing") }
        self.word = String(word)
    }

    private mutating func skips(_ word: Substring) -> Bool {
        guard numbers.first == word else { return false }
        numbers.removeFirst()
        return true
    }

    var hasMore: Bool { !numbers.isEmpty }

    func end() throws(RecordingProblem) {
        guard let more = numbers.first ?? (json.isEmpty ? nil : json) else { return }
        throw RecordingProblem(message: "there is more than expected: '\(String(more).clipped)'")
    }

    mutating func integer(_ range: ClosedRange<Int>) throws(RecordingProblem) -> Int {
        let word = numbers.popFirst() ?? ""
        guard let number = Int(word), range.contains(number) else {
            throw RecordingProblem(
                message: "'\(String(word).clipped)' is no whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// An index into a list of this many elements.
    mutating func index(_ count: Int) throws(RecordingProblem) -> Int {
        guard count > 0 else { throw RecordingProblem(message: "the instrument has none of what the line names") }
        return try integer(0...count - 1)
    }

    /// An index into a list of this many elements, or -1.
    mutating func optionalIndex(_ count: Int) throws(RecordingProblem) -> Int? {
        let index = try integer(-1...count - 1)
        return index < 0 ? nil : index
    }

    mutating func client() throws(RecordingProblem) -> Int { try integer(0...Int(Int32.max)) }

    mutating func flag() throws(RecordingProblem) -> Bool { try integer(0...1) == 1 }

    mutating func number(_ range: ClosedRange<Double> = -1e12...1e12) throws(RecordingProblem) -> Double {
        let word = numbers.popFirst() ?? ""
        guard let number = Double(word), range.contains(number) else {
            throw RecordingProblem(
                message: "'\(String(word).clipped)' is no number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func size() throws(RecordingProblem) -> Size { Size(width: try number(), height: try number()) }

    // MARK: JSON

    mutating func rest() -> String {
        defer { json = "" }
        return String(json)
    }

    static func list(_ texts: [String]) -> String { ControlValue.positions(texts).json }

    mutating func list(_ count: ClosedRange<Int>) throws(RecordingProblem) -> [String] {
        guard case .positions(let texts)? = ControlValue(json: rest()), count.contains(texts.count) else {
            throw RecordingProblem(message: "the line does not end with a list of texts, as [\"a\",\"b\"]")
        }
        return texts
    }

    /// The state of a device or a display, which is the first of `count` texts.
    mutating func state(of count: Int) throws(RecordingProblem) -> (state: DeviceState, texts: [String]) {
        let texts = try list(count...count)
        guard let state = DeviceState(rawValue: texts[0]) else {
            throw RecordingProblem(message: "'\(texts[0].clipped)' is no state of a device")
        }
        return (state, Array(texts.dropFirst()))
    }

    /// `[]` for the built-in settings, else the path of a file and its text, which is UTF-8 like all TOML.
    static func configuration(_ text: SettingsSource.Text?) -> String {
        list(text.map { [$0.path, String(decoding: $0.bytes, as: UTF8.self)] } ?? [])
    }

    mutating func configuration() throws(RecordingProblem) -> SettingsSource.Text? {
        let texts = try list(0...2)
        guard texts.count != 1 else { throw RecordingProblem(message: "the text of the configuration is missing") }
        return texts.isEmpty ? nil : (Array(texts[1].utf8), texts[0])
    }

    static func json(_ request: Request) -> String {
        var line = LineBuffer()
        request.write(to: &line)
        return String(line.text.dropLast())
    }

    mutating func request(_ isAllowed: (Operation) -> Bool) throws(RecordingProblem) -> Request {
        switch Array(rest().utf8).withUnsafeBytes({ RequestLine($0).request }) {
        case .failure(let error): throw RecordingProblem(message: "the request cannot be read: \(error.message)")
        case .success(let request):
            guard isAllowed(request.operation) else {
                throw RecordingProblem(message: "'\(request.operation.rawValue)' is no request of this kind of line")
            }
            return request
        }
    }

    /// Writes a request of a hand. A client sends such a request with the name of its view. The line has the input
    /// before the request, so the name is written as `-`.
    static func json(byHand request: Request) -> String {
        var request = request
        request["toggles"] = nil
        request["view"] = .text("-")
        return json(request)
    }

    mutating func requestByHand() throws(RecordingProblem) -> Request {
        var request = try request { $0.entersInstrument }
        guard request["view"] != nil else { throw RecordingProblem(message: "the request of a hand needs a 'view'") }
        request["view"] = nil
        if request.operation == .lock, request["locked"] == nil { request["toggles"] = .flag(true) }
        return request
    }
}
