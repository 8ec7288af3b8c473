internal import CTOML

/// The first reason why a text is not TOML.
struct TOMLProblem: Error, Equatable {
    let message: String
    let place: Place
}

/// Parses TOML with toml++, through the C interface `CTOML`.
enum TOMLDocument {
    /// The file as a table. Adds a mistake and returns `nil` if the file is not TOML.
    static func parse(_ bytes: [UInt8], _ mistakes: MistakeList) -> TOMLTable? {
        do throws(TOMLProblem) {
            return try parse(bytes)
        } catch {
            let problem = SyntaxProblem(error, text: String(decoding: bytes, as: UTF8.self)).plain
            return mistakes.add(problem.place, problem.message)
        }
    }

    static func parse(_ bytes: [UInt8]) throws(TOMLProblem) -> TOMLTable {
        if let place = placeOfNoText(bytes) {
            throw TOMLProblem(message: "the file must be UTF-8, but these bytes are not", place: place)
        }
        let document = bytes.withUnsafeBytes { buffer in
            ctoml_parse(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        guard let document else { throw TOMLProblem(message: "there is not enough memory to read it", place: .start) }
        defer { ctoml_free(document) }
        guard let nodes = document.pointee.nodes else {
            throw TOMLProblem(
                message: text(document.pointee.error),
                place: Place(document.pointee.error_place) ?? .start)
        }
        var walk = Walk(nodes: UnsafeBufferPointer(start: nodes, count: document.pointee.count))
        return walk.table()
    }

    /// The place of the first bytes that are not UTF-8.
    private static func placeOfNoText(_ bytes: [UInt8]) -> Place? {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var place = Place.start
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let character):
                if character.first == UInt8(ascii: "\n") {
                    place = Place(line: place.line + 1, column: 1)
                } else {
                    place.column += 1
                }
            case .error: return place
            case .emptyInput: return nil
            }
        }
    }

    fileprivate static func text(_ text: ctoml_text) -> String {
        text.bytes.withMemoryRebound(to: UInt8.self, capacity: text.count) { bytes in
            String(decoding: UnsafeBufferPointer(start: bytes, count: text.count), as: UTF8.self)
        }
    }
}

extension Place {
    fileprivate init?(_ place: ctoml_place) {
        guard place.line > 0 else { return nil }
        self.init(line: Int(place.line), column: Int(place.column))
    }
}

/// Builds a tree from the flat list of nodes. `CTOML` limits the depth of the tree, and so the recursion.
private struct Walk {
    let nodes: UnsafeBufferPointer<ctoml_node>
    var next = 0

    /// Reads the table that begins at the next node.
    mutating func table() -> TOMLTable {
        let node = nodes[next]
        next += 1
        var entries: [TOMLEntry] = []
        entries.reserveCapacity(node.children)
        for _ in 0..<node.children {
            let child = nodes[next]
            let key = TOMLDocument.text(child.key)
            let value = self.node()
            entries.append(TOMLEntry(key: key, place: Place(child.key_place) ?? value.place, node: value))
        }
        // toml++ sorts keys by name, so the order of the file is restored.
        entries.sort { $0.place < $1.place }
        return TOMLTable(entries: entries, place: Place(node.place) ?? .start)
    }

    private mutating func node() -> TOMLNode {
        let node = nodes[next]
        let value: TOMLValue
        switch node.kind {
        case .table:
            value = .table(table())
        case .array:
            next += 1
            value = .list((0..<node.children).map { _ in self.node() })
        case .string:
            value = leaf(.string(TOMLDocument.text(node.text)))
        case .integer:
            value = leaf(.integer(node.integer))
        case .number:
            value = leaf(.number(node.number))
        case .boolean:
            value = leaf(.boolean(node.flag))
        case .date:
            value = leaf(.date)
        case .time:
            value = leaf(.time)
        case .date_time:
            value = leaf(.dateTime)
        }
        return TOMLNode(value: value, place: Place(node.place) ?? .start)
    }

    private mutating func leaf(_ value: TOMLValue) -> TOMLValue {
        next += 1
        return value
    }
}
