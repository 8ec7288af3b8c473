@testable import WheelWire

func written(_ write: (inout LineBuffer) -> Void) -> String {
    var line = LineBuffer()
    write(&line)
    return line.text
}

/// Reads a text as a JSON object; `nil` if it is not one.
func object(_ text: String) -> JSONObject? {
    try? Array(text.utf8).withUnsafeBytes { try JSONParser.object(in: $0) }
}

func request(_ line: String) -> RequestLine { request(Array(line.utf8)) }

func request(_ line: [UInt8]) -> RequestLine { line.withUnsafeBytes { RequestLine($0) } }

func serverLine(_ line: String) throws -> ServerLine {
    try Array(line.utf8).withUnsafeBytes { try ServerLine($0) }
}

func state(_ file: String) throws -> StateDocument {
    try Array(file.utf8).withUnsafeBytes { try StateDocument(reading: $0) }
}
