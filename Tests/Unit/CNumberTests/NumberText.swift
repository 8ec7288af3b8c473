internal import CNumber

/// The text that `cnumber_write` writes; empty if it refuses the number.
func text(of value: Double, room: Int = Int(CNUMBER_LENGTH_MAX)) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
        let length = cnumber_write(value, buffer.baseAddress, room)
        return String(decoding: UnsafeRawBufferPointer(buffer)[..<length], as: UTF8.self)
    }
}

/// The number that `cnumber_read` reads; nil if it refuses the text.
func number(in text: String) -> Double? {
    var value = 0.0
    return cnumber_read(text, text.utf8.count, &value) ? value : nil
}
