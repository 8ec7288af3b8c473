/// The head of an HTTP/1.1 request, as far as this program needs it. A request with a body is refused.
package struct RequestHead: Equatable {
    package var method = ""
    /// The path without the query.
    package var path = ""
    package var host: String?
    package var origin: String?
    package var webSocketKey: String?
    package var wantsWebSocket = false

    package enum Reading: Equatable {
        /// More bytes are needed.
        case unfinished
        /// The head, and the number of its bytes.
        case head(RequestHead, Int)
        case refused(HTTPStatus)
    }

    package static let longest = 8192

    /// Reads a head from the beginning of the visitor's bytes.
    package static func read(_ bytes: [UInt8]) -> Reading {
        guard let end = endOfHead(in: bytes) else {
            return bytes.count > longest ? .refused(.headTooLong) : .unfinished
        }
        guard end <= longest else { return .refused(.headTooLong) }
        guard bytes[..<end].allSatisfy({ $0 == 0x0d || $0 == 0x0a || $0 == 0x09 || (0x20...0x7e).contains($0) }) else {
            return .refused(.badRequest)
        }
        // Lines are separated by CR and LF together. A single CR or LF is an error.
        var lines: [Substring] = []
        for line in String(decoding: bytes[..<(end - 4)], as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        {
            guard line.utf8.allSatisfy({ $0 != 0x0d && $0 != 0x0a }) else { return .refused(.badRequest) }
            lines.append(line)
        }
        do throws(HTTPStatus) {
            return .head(try RequestHead(lines), end)
        } catch {
            return .refused(error)
        }
    }

    private static func endOfHead(in bytes: [UInt8]) -> Int? {
        let mark: [UInt8] = [0x0d, 0x0a, 0x0d, 0x0a]
        guard bytes.count >= mark.count else { return nil }
        let last = min(bytes.count, longest + mark.count) - mark.count
        return (0...last).first { bytes[$0..<($0 + mark.count)].elementsEqual(mark) }.map { $0 + mark.count }
    }

    private init(_ lines: [Substring]) throws(HTTPStatus) {
        let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[1].hasPrefix("/") else { throw .badRequest }
        guard words[2] == "HTTP/1.1" else { throw words[2].hasPrefix("HTTP/") ? .wrongVersion : .badRequest }
        method = String(words[0])
        path = String(words[1].prefix { $0 != "?" })
        var upgrades = false
        var connectionUpgrades = false
        var version = ""
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
                line[..<colon].utf8.allSatisfy({ RequestHead.isTokenByte($0) })
            else { throw .badRequest }
            let value = RequestHead.trimmed(line[line.index(after: colon)...])
            switch line[..<colon].lowercased() {
            case "host":
                guard host == nil else { throw .badRequest }
                host = value
            case "origin":
                guard origin == nil else { throw .badRequest }
                origin = value
            case "content-length": guard value == "0" else { throw .tooLarge }
            case "transfer-encoding": throw .tooLarge
            case "upgrade": upgrades = upgrades || RequestHead.has("websocket", in: value)
            case "connection": connectionUpgrades = connectionUpgrades || RequestHead.has("upgrade", in: value)
            case "sec-websocket-version": version = value
            case "sec-websocket-key":
                guard webSocketKey == nil else { throw .badRequest }
                webSocketKey = value
            default: break
            }
        }
        wantsWebSocket = upgrades && connectionUpgrades
        if wantsWebSocket, version != "13" { throw .wrongWebSocket }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { String(start[...$0]) } ?? ""
    }

    /// Whether a comma-separated list contains this word.
    private static func has(_ word: String, in list: String) -> Bool {
        list.split(separator: ",").contains { trimmed($0).lowercased() == word }
    }
}
