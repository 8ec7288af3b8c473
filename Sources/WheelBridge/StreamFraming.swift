/// Splits a stream of bytes into the pieces of a protocol, such as lines or packets.
package protocol StreamFraming {
    associatedtype Piece: Equatable

    mutating func append(_ bytes: some Sequence<UInt8>)
    /// The next complete piece; `nil` if there is none yet.
    mutating func next() -> Piece?
    /// Forgets all bytes, because another stream begins.
    mutating func removeAll()
    /// Whether a peer that sends this piece speaks the protocol.
    static func isSound(_ piece: Piece) -> Bool
}

extension BoundedLines: StreamFraming {
    package static func isSound(_ line: Line) -> Bool { line != .tooLong }
}
