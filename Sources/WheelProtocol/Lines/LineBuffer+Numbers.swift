internal import CNumber

/// Numbers as JSON writes them, without an allocation.
extension LineBuffer {
    /// The shortest decimal that reads back as the same Double; `null` for infinities and NaN.
    mutating func number(_ value: Double) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(CNUMBER_LENGTH_MAX)) { text in
            let length = text.withMemoryRebound(to: CChar.self) { cnumber_write(value, $0.baseAddress, $0.count) }
            guard length > 0 else { return null() }
            append(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(text)[..<length]))
        }
    }

    mutating func optionalNumber(_ value: Double?) {
        if let value { number(value) } else { null() }
    }

    mutating func integer(_ value: Int) { integer(Int64(value)) }

    mutating func integer(_ value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        digits(value.magnitude, atLeast: 1)
    }

    /// Seconds with six decimals, exact at any distance from the clock's start.
    mutating func seconds(microseconds: Int64) {
        if microseconds < 0 { append(UInt8(ascii: "-")) }
        let (whole, fraction) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        digits(whole, atLeast: 1)
        append(UInt8(ascii: "."))
        digits(fraction, atLeast: 6)
    }

    private mutating func digits(_ value: UInt64, atLeast least: Int) {
        // The largest UInt64 has 20 digits.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var rest = value
            var first = 20
            repeat {
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
                rest = quotient
            } while rest != 0 || 20 - first < least
            append(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(digits)[first...]))
        }
    }
}
