import LinuxSystem
import WheelConfiguration
import WheelCore
import WheelWire

/// Replaces names in a report: each name by the same word wherever it occurs, so that a recorded session can still be
/// replayed.
///
/// A word is replaced as a whole. For example, `gain` becomes `name-1` in `name = "gain"`, in `"control":"gain"` and in
/// `set gain -6`, but stays in `again`. A label that has spaces is replaced where it is quoted. A name that is also
/// a word of wheeld, such as `angle`, reveals nothing and is kept, since its replacement would make the configuration
/// invalid.
struct Anonymity {
    private var replacements: [String: String] = [:]

    private static let reserved: Set<String> = {
        var texts = [sessionWords]
        for table in ConfigurationReference.tables {
            texts.append(table.title)
            for row in table.rows { texts += [row.name, row.type, row.limits, row.fallback] }
        }
        texts += ConfigurationReference.actions.map { $0.form }
        for operation in Operation.allCases {
            texts.append(operation.rawValue)
            texts += operation.declaration.forms.flatMap(\.members).flatMap { [$0.name, $0.note] }
        }
        texts += EventName.allCases.map(\.rawValue)
        var words: Set<String> = []
        for text in texts { words.formUnion(Anonymity.words(text[...])) }
        return words
    }()

    /// The words of a session's recording, of the state file, and of JSON, which are not replaced.
    private static let sessionWords = """
        wheeld wheelctl session report version options configuration state true false null light buttons close layout view-layout
        client hand wake left undefine reload display view end turned moved pressed released settling level touched cancelled surface
        device dropped merged raw attached waiting lost controls inputs presets definitions remembered remembered_focus
        control value speed cursor rotations preset values owner root
        """

    // MARK: Names

    mutating func addMachine() {
        let accounts = [Account.caller.name] + ["USER", "SUDO_USER"].compactMap { Environment.value(of: $0) }
        for name in accounts + HostName.current.split(separator: ".").prefix(1).map(String.init) { add(name) }
    }

    mutating func add(configuration text: String) {
        guard let settings = try? Configuration.parse(text: text, file: "").settings else {
            return add(mistaken: text)
        }
        let panel = settings.panel
        for control in panel.controls { add(control.name, label: control.label) }
        for preset in panel.presets { add(preset.name, label: preset.label) }
        for page in panel.pages { add(page.name, label: page.title) }
        for label in panel.controls.flatMap(\.speeds).compactMap(\.label) { add(label) }
        let positions = panel.controls.flatMap { $0.positions?.positions ?? [] }
        for position in positions where position.label != position.name { add(position.label) }
        for name in panel.ramps.map(\.name) { add(name) }
        let socket = settings.socket
        for name in [socket.group].compactMap({ $0 }) + (socket.writers ?? []) + (socket.definers ?? []) {
            add(name.hasPrefix("@") ? String(name.dropFirst()) : name)
        }
    }

    /// Adds the names in a configuration with mistakes, which may not even be TOML: the words that follow the keys
    /// below. Each word of a label is replaced, since the mistake may be in its quotation marks.
    private mutating func add(mistaken text: String) {
        let keys = ["name", "label", "title", "group", "write", "define"]
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        for (before, after) in zip(parts, parts.dropFirst()) {
            guard let key = Anonymity.words(before).last, keys.contains(key) else { continue }
            let isList = after.drop(while: \.isWhitespace).first == "["
            for word in Anonymity.words(after.prefix { isList ? $0 != "]" : !$0.isNewline }) { add(word) }
        }
    }

    mutating func add(session text: String) {
        for line in text.split(separator: "\n") {
            if let configuration = Anonymity.configuration(line) {
                add(configuration: configuration.text)
            } else if line.hasPrefix("state ") {
                add(state: Array(line.dropFirst("state ".count).utf8))
            } else if let start = line.firstIndex(of: "{"), line[start...].hasPrefix("{\"op\":\"define\"") {
                add(request: Array(line[start...].utf8))
            }
        }
    }

    private mutating func add(state bytes: [UInt8]) {
        guard let state = try? bytes.withUnsafeBytes({ try StateDocument(reading: $0) }) else { return }
        for name in (state.controls + state.remembered).map(\.name) + state.presets.map(\.name) { add(name) }
        for saved in state.definitions { add(saved.definition) }
    }

    private mutating func add(request bytes: [UInt8]) {
        guard case .success(let request) = bytes.withUnsafeBytes({ RequestLine($0).request }) else { return }
        if request.operation == .define { add(request.definition) }
    }

    private mutating func add(_ definition: Definition) {
        add(definition.owner)
        for case .table(let entries) in definition.tables.flatMap(\.tables) {
            for entry in entries where ["name", "label"].contains(entry.key) {
                if case .string(let text) = entry.value { add(text) }
            }
        }
    }

    private mutating func add(_ name: String, label: String) {
        add(name)
        add(label)
    }

    private mutating func add(_ name: String) {
        // A name without letters, such as `7`, is not replaced, since it would occur everywhere.
        guard name.unicodeScalars.contains(where: \.properties.isAlphabetic), replacements[name] == nil,
            !Anonymity.reserved.contains(name)
        else { return }
        replacements[name] = "name-\(replacements.count + 1)"
    }

    // MARK: Texts

    func applied(to text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            if Self.isOfWord(byte) {
                let word = rest.prefix(while: Self.isOfWord)
                rest = rest[word.endIndex...]
                result += replacements[String(decoding: word, as: UTF8.self)].map { Array($0.utf8)[...] } ?? word
                continue
            }
            // The character after a backslash belongs to no word: JSON writes a newline before `gain` as `\ngain`.
            let start = rest.prefix(byte == UInt8(ascii: "\\") ? 2 : 1)
            rest = rest[start.endIndex...]
            result += start
            if start.last == UInt8(ascii: "\"") { replaceLabel(&rest, &result) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Replaces the label after a quotation mark. In JSON the marks of a quoted label may have backslashes.
    private func replaceLabel(_ rest: inout ArraySlice<UInt8>, _ result: inout [UInt8]) {
        var label = rest.prefix(Self.longestLabel).prefix { $0 != UInt8(ascii: "\"") }
        if label.last == UInt8(ascii: "\\") { label.removeLast() }
        guard let replacement = replacements[String(decoding: label, as: UTF8.self)] else { return }
        result += replacement.utf8
        rest = rest[label.endIndex...]
    }

    /// In bytes: a label has at most 100 characters of at most 4 bytes, and escapes add further bytes.
    private static let longestLabel = 1000

    private static func words(_ text: Substring) -> [String] {
        text.utf8.split { !isOfWord($0) }.map { String(Substring($0)) }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
            true
        default: false
        }
    }

    // MARK: Comments

    /// A configuration without its comments. Every line keeps its number.
    static func withoutComments(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var quote: Character?
            var isEscaped = false
            let end = line.firstIndex { character in
                defer { isEscaped = quote == "\"" && character == "\\" && !isEscaped }
                if isEscaped { return false }
                if let open = quote {
                    if character == open { quote = nil }
                } else if character == "\"" || character == "'" {
                    quote = character
                }
                return character == "#" && quote == nil
            }
            return String(line[..<(end ?? line.endIndex)])
        }.joined(separator: "\n")
    }

    static func withoutComments(ofSession text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let (start, path, text) = configuration(line) else { return String(line) }
            return start + ControlValue.positions([path, withoutComments(text)]).json
        }.joined(separator: "\n")
    }

    /// The configuration in a line `configuration [path, text]` or `TIME reload [path, text]`.
    private static func configuration(_ line: Substring) -> (start: String, path: String, text: String)? {
        guard line.hasPrefix("configuration [") || line.prefix(40).has(" reload ["),
            let start = line.firstIndex(of: "["),
            case .positions(let texts)? = ControlValue(json: String(line[start...])), texts.count == 2
        else { return nil }
        return (String(line[..<start]), texts[0], texts[1])
    }
}
