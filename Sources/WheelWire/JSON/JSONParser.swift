// Parses JSON: the bytes of a line or of the state file become one `JSONObject`.
//
// The bytes are untrusted, so they are parsed by jansson, which is strict, widely fuzzed, and refuses invalid UTF-8 and
// duplicate keys. Only an object without anything that is hard to parse is read without jansson (`PlainReader`). Two
// rules of jansson are corrected here. jansson accepts a NUL byte after a number, which JSON forbids, and refuses a name
// with an escaped NUL (`{"a\u0000b":1}`), which JSON allows.
//
// All numbers are Doubles. `1` and `1.0` are equal. `1e400` is well-formed, but is refused as `numberTooLarge`.

internal import CJansson

enum JSONProblem: Error, Equatable {
    /// The problem, and the number of bytes before it.
    case malformed(String, position: Int)
    /// A number is too large for a Double.
    case numberTooLarge
    case notAnObject

    var message: String {
        switch self {
        case .malformed(let reason, let position): "after \(position) bytes: \(reason)"
        case .numberTooLarge: "a number is beyond what a double holds"
        case .notAnObject: "it is not one JSON object"
        }
    }
}

enum JSONParser {
    static func object(in line: UnsafeRawBufferPointer) throws(JSONProblem) -> JSONObject {
        if let object = PlainReader.object(in: line) { return object }
        return try anyObject(in: line)
    }

    /// Parses the line with jansson.
    static func anyObject(in line: UnsafeRawBufferPointer) throws(JSONProblem) -> JSONObject {
        if let position = line.firstIndex(of: 0) { throw .malformed("a NUL byte", position: position) }
        var problem = json_error_t()
        var loaded = load(line, &problem)
        if loaded == nil, json_error_code(&problem) == json_error_null_byte_in_key {
            // jansson accepts the name once another character replaces the NUL, so the line is parsed again.
            loaded = withoutEscapedNULs(line).withUnsafeBytes { load($0, &problem) }
        }
        guard let root = loaded else {
            if json_error_code(&problem) == json_error_numeric_overflow { throw .numberTooLarge }
            throw .malformed(text(of: problem), position: Int(problem.position))
        }
        defer { json_decref(root) }
        guard root.pointee.type == JSON_OBJECT else { throw .notAnObject }
        return object(root)
    }

    private static func load(
        _ line: UnsafeRawBufferPointer, _ problem: inout json_error_t
    ) -> UnsafeMutablePointer<json_t>? {
        // Integers are read as Doubles, too: they may have more than 64 bits, and -0 keeps its sign.
        let flags = Int(JSON_REJECT_DUPLICATES) | Int(JSON_DECODE_INT_AS_REAL) | Int(JSON_ALLOW_NUL)
        let bytes = line.bindMemory(to: CChar.self)
        return json_loadb(bytes.baseAddress, bytes.count, flags, &problem)
    }

    /// The line with U+FFFD in place of each `\u0000`.
    private static func withoutEscapedNULs(_ line: UnsafeRawBufferPointer) -> [UInt8] {
        var bytes = Array(line)
        var index = 0
        while index + 1 < bytes.count {
            // The character after a backslash belongs to the escape, even if it is another backslash, so both are
            // skipped together.
            guard bytes[index] == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            if bytes[(index + 1)...].starts(with: "u0000".utf8) {
                bytes.replaceSubrange((index + 2)..<(index + 6), with: "fffd".utf8)
            }
            index += 2
        }
        return bytes
    }

    /// Whether a text is one number or string.
    static func isScalar(_ text: UnsafeRawBufferPointer) -> Bool {
        let flags = Int(JSON_DECODE_ANY) | Int(JSON_DECODE_INT_AS_REAL) | Int(JSON_ALLOW_NUL)
        let bytes = text.bindMemory(to: CChar.self)
        guard let root = json_loadb(bytes.baseAddress, bytes.count, flags, nil) else { return false }
        defer { json_decref(root) }
        return root.pointee.type == JSON_REAL || root.pointee.type == JSON_STRING
    }

    private static func value(_ json: UnsafeMutablePointer<json_t>) -> JSONValue {
        switch json.pointee.type {
        case JSON_OBJECT: .object(object(json))
        case JSON_ARRAY: .array(array(json))
        case JSON_STRING: .string(string(json_string_value(json), json_string_length(json)))
        case JSON_REAL, JSON_INTEGER: .number(json_number_value(json))
        case JSON_TRUE: .bool(true)
        case JSON_FALSE: .bool(false)
        default: .null
        }
    }

    private static func object(_ json: UnsafeMutablePointer<json_t>) -> JSONObject {
        var object = JSONObject()
        object.members.reserveCapacity(json_object_size(json))
        var iterator = json_object_iter(json)
        while let member = iterator {
            if let value = json_object_iter_value(member) {
                let name = string(json_object_iter_key(member), json_object_iter_key_len(member))
                object.members.append(JSONObject.Entry(name: name, value: Self.value(value)))
            }
            iterator = json_object_iter_next(json, member)
        }
        return object
    }

    private static func array(_ json: UnsafeMutablePointer<json_t>) -> [JSONValue] {
        (0..<json_array_size(json)).compactMap { index in json_array_get(json, index).map(value) }
    }

    private static func string(_ characters: UnsafePointer<CChar>?, _ length: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: characters, count: length), as: UTF8.self)
    }

    private static func text(of problem: json_error_t) -> String {
        withUnsafeBytes(of: problem.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
