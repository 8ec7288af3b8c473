import WheelClient

/// Splits a stream of bytes into packets.
package struct OSCStream: StreamFraming {
    package enum Framing: Sendable {
        /// Four bytes with the length precede each packet: OSC 1.0.
        case lengths
        /// SLIP (RFC 1055), with the byte END before and after each packet: OSC 1.1.
        case slip
    }

    package enum Piece: Equatable {
        case packet([UInt8])
        /// An invalid length or escape, or a packet that is too long. The rest of the stream cannot be read.
        case nonsense
    }

    /// The maximum size of a packet in bytes, about the same as with UDP.
    package static let largest = 65536

    private let framing: Framing
    private var bytes: [UInt8] = []
    /// The number of bytes at the beginning of `bytes` that were read already.
    private var taken = 0
    /// With SLIP, the bytes of a packet that is not complete yet.
    private var packet: [UInt8] = []
    private var isEscaped = false
    private var isBroken = false

    private static let end: UInt8 = 0xc0
    private static let escape: UInt8 = 0xdb
    private static let escapedEnd: UInt8 = 0xdc
    private static let escapedEscape: UInt8 = 0xdd

    package init(_ framing: Framing) { self.framing = framing }

    package mutating func append(_ more: some Sequence<UInt8>) {
        guard !isBroken else { return }
        bytes.removeFirst(taken)
        taken = 0
        bytes.append(contentsOf: more)
    }

    package mutating func removeAll() { self = OSCStream(framing) }

    package mutating func next() -> Piece? {
        guard !isBroken else { return nil }
        let piece =
            switch framing {
            case .lengths: nextByLength()
            case .slip: nextBySlip()
            }
        guard piece == .nonsense else { return piece }
        removeAll()
        isBroken = true
        return piece
    }

    private mutating func nextByLength() -> Piece? {
        while bytes.count - taken >= 4 {
            let length = bytes[taken..<taken + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= OSCStream.largest, length % 4 == 0 else { return .nonsense }
            guard bytes.count - taken >= 4 + length else { return nil }
            let packet = bytes[taken + 4..<taken + 4 + length]
            taken += 4 + length
            // A peer may send an empty packet as a keepalive, which is skipped.
            if packet.isEmpty { continue }
            return .packet(Array(packet))
        }
        return nil
    }

    private mutating func nextBySlip() -> Piece? {
        while taken < bytes.count {
            let byte = bytes[taken]
            taken += 1
            if isEscaped {
                isEscaped = false
                switch byte {
                case OSCStream.escapedEnd: packet.append(OSCStream.end)
                case OSCStream.escapedEscape: packet.append(OSCStream.escape)
                default: return .nonsense
                }
            } else if byte == OSCStream.escape {
                isEscaped = true
            } else if byte == OSCStream.end {
                // The END after one packet and the END before the next one enclose an empty packet, which is skipped.
                guard !packet.isEmpty else { continue }
                defer { packet = [] }
                return .packet(packet)
            } else {
                packet.append(byte)
            }
            guard packet.count <= OSCStream.largest else { return .nonsense }
        }
        return nil
    }

    /// The bytes to send in a stream for a packet.
    package static func frame(_ packet: [UInt8], _ framing: Framing) -> [UInt8] {
        switch framing {
        case .lengths: return withUnsafeBytes(of: UInt32(packet.count).bigEndian) { Array($0) } + packet
        case .slip:
            var bytes = [end]
            for byte in packet {
                switch byte {
                case end: bytes += [escape, escapedEnd]
                case escape: bytes += [escape, escapedEscape]
                default: bytes.append(byte)
                }
            }
            return bytes + [end]
        }
    }
}
