extension [UInt8] {
    /// Appends the digits of a number that is not negative. No string is made, since pictures contain thousands of
    /// numbers.
    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
