internal import CLiblo
internal import Glibc
import WheelBridge

/// Encodes and decodes messages and bundles. liblo writes and reads each message. Bundles are written and read here,
/// because liblo reads bundles only in its own servers, and delays bundles with a later time.
package enum OSCPacket {
    package struct Content: Equatable {
        package var messages: [OSCMessage]
        /// Whether the messages were in a bundle, and so belong to one step.
        package var isBundle: Bool

        package init(messages: [OSCMessage], isBundle: Bool) {
            self.messages = messages
            self.isBundle = isBundle
        }
    }

    static let mostMessages = 1024
    static let deepest = 8
    private static let bundleStart = Array("#bundle\0".utf8)
    /// The size of the beginning of a bundle in bytes: `#bundle` and the time.
    private static let bundleHead = 16

    /// Decodes a packet; `nil` if the bytes are not a packet, or if the packet has too many messages or too deeply
    /// nested bundles.
    package static func read(_ bytes: UnsafeRawBufferPointer) -> Content? {
        var messages: [OSCMessage] = []
        let isBundle = bytes.count >= bundleHead && bytes.prefix(8).elementsEqual(bundleStart)
        guard isBundle else { return read(message: bytes).map { Content(messages: [$0], isBundle: false) } }
        guard read(bundle: bytes, depth: 1, &messages) else { return nil }
        return Content(messages: messages, isBundle: true)
    }

    private static func read(bundle: UnsafeRawBufferPointer, depth: Int, _ messages: inout [OSCMessage]) -> Bool {
        guard depth <= deepest, bundle.count >= bundleHead, bundle.count % 4 == 0 else { return false }
        var rest = UnsafeRawBufferPointer(rebasing: bundle[bundleHead...])
        while rest.count >= 4 {
            let size = Int(UInt32(bigEndian: rest.loadUnaligned(as: UInt32.self)))
            guard size > 0, size % 4 == 0, size <= rest.count - 4 else { return false }
            let element = UnsafeRawBufferPointer(rebasing: rest[4..<4 + size])
            if size >= bundleHead, element.prefix(8).elementsEqual(bundleStart) {
                guard read(bundle: element, depth: depth + 1, &messages) else { return false }
            } else {
                guard messages.count < mostMessages, let message = read(message: element) else { return false }
                messages.append(message)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[(4 + size)...])
        }
        return rest.isEmpty
    }

    private static func read(message bytes: UnsafeRawBufferPointer) -> OSCMessage? {
        // lo_message_deserialise reads the address up to a zero byte, so there must be one. The function does not
        // change the bytes.
        guard bytes.count >= 4, bytes.count % 4 == 0, bytes[0] == UInt8(ascii: "/"),
            let end = bytes.firstIndex(of: 0), let address = PeerText.text(of: bytes[..<end])
        else { return nil }
        let data = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        guard let message = lo_message_deserialise(data, bytes.count, nil) else { return nil }
        defer { lo_message_free(message) }
        guard let types = lo_message_get_types(message) else { return nil }
        var arguments: [OSCArgument] = []
        for index in 0..<max(0, lo_message_get_argc(message)) {
            arguments.append(argument(message, index, type: types[Int(index)]))
        }
        return OSCMessage(address, arguments)
    }

    private static func argument(_ message: lo_message, _ index: Int32, type: CChar) -> OSCArgument {
        let type = UInt32(UInt8(bitPattern: type))
        if type == LO_TRUE.rawValue { return .flag(true) }
        if type == LO_FALSE.rawValue { return .flag(false) }
        guard let argument = cliblo_argument(message, index) else { return .other }
        switch type {
        case LO_INT32.rawValue: return .int(cliblo_int(argument))
        case LO_INT64.rawValue: return .long(cliblo_long(argument))
        case LO_FLOAT.rawValue: return .float(cliblo_float(argument))
        case LO_DOUBLE.rawValue: return .double(cliblo_double(argument))
        case LO_STRING.rawValue, LO_SYMBOL.rawValue:
            let bytes = UnsafeRawBufferPointer(
                start: argument, count: strlen(argument.assumingMemoryBound(to: CChar.self)))
            return PeerText.text(of: bytes).map { .string($0) } ?? .other
        default: return .other
        }
    }

    package static func bytes(of message: OSCMessage) -> [UInt8] {
        with(message) { made in
            var size = 0
            guard let bytes = lo_message_serialise(made, message.address, nil, &size) else { return [] }
            defer { free(bytes) }
            return Array(UnsafeRawBufferPointer(start: bytes, count: size))
        }
    }

    /// The maximum size of a bundle in bytes, which fits into the buffers of most programs.
    static let largestBundle = 8192

    /// The packets that carry these messages, and the number of messages in each. With `bundles` the result is one
    /// packet if all messages fit into one bundle, else several packets.
    package static func packets(of messages: [OSCMessage], bundles: Bool) -> [(bytes: [UInt8], messages: Int)] {
        let all = messages.map(bytes)
        guard bundles else { return all.map { ($0, 1) } }
        var packets: [(bytes: [UInt8], messages: Int)] = []
        var rest = all[...]
        while !rest.isEmpty {
            var size = bundleHead
            let fitting = rest.prefix { message in
                size += 4 + message.count
                return size <= largestBundle
            }
            let part = rest.prefix(max(1, fitting.count))
            packets.append((part.count == 1 ? Array(part).first ?? [] : bundle(of: Array(part)), part.count))
            rest = rest.dropFirst(part.count)
        }
        return packets
    }

    /// A bundle of messages with the time that means "immediately".
    package static func bundle(of messages: [[UInt8]]) -> [UInt8] {
        var bytes = bundleStart + [0, 0, 0, 0, 0, 0, 0, 1]
        for message in messages {
            withUnsafeBytes(of: UInt32(message.count).bigEndian) { bytes.append(contentsOf: $0) }
            bytes += message
        }
        return bytes
    }

    private static func with<Result>(_ message: OSCMessage, _ body: (lo_message) -> Result) -> Result {
        guard let made = lo_message_new() else { fatalError("out of memory") }
        defer { lo_message_free(made) }
        for argument in message.arguments {
            switch argument {
            case .int(let value): lo_message_add_int32(made, value)
            case .long(let value): lo_message_add_int64(made, value)
            case .float(let value): lo_message_add_float(made, value)
            case .double(let value): lo_message_add_double(made, value)
            case .string(let text): lo_message_add_string(made, text)
            case .flag(let value): _ = value ? lo_message_add_true(made) : lo_message_add_false(made)
            case .other: lo_message_add_nil(made)
            }
        }
        return body(made)
    }
}
