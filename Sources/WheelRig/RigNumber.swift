import WheelBridge

enum RigNumber {
    /// 2^53. Beyond this number a `Double` does not represent all whole numbers.
    static let largest = 9_007_199_254_740_992.0
    private static let longest = 40
    private static let powers: [Int64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

    /// A decimal number, such as `14074000`, `-37`, `0.333300` or `1e9`; `nil` for everything else.
    static func parse(_ text: some StringProtocol) -> Double? {
        guard text.utf8.count <= longest, let number = PeerText.number(text), number.magnitude < largest else {
            return nil
        }
        return number == 0 ? 0 : number
    }

    /// Writes a number without an exponent, with at most six digits after the point.
    static func text(_ number: Double) -> String {
        guard number.isFinite, number.magnitude <= largest else { return "0" }
        let whole = number.rounded()
        if whole == number || number.magnitude > 1e9 { return "\(Int64(whole))" }
        let millionths = Int64((number.magnitude * 1e6).rounded())
        var digits = 6
        while digits > 0, millionths % powers[7 - digits] == 0 { digits -= 1 }
        let before = millionths / 1_000_000
        let after = "\(millionths % 1_000_000 / powers[6 - digits])"
        let sign = number < 0 && millionths > 0 ? "-" : ""
        guard digits > 0 else { return "\(sign)\(before)" }
        return "\(sign)\(before).\(String(repeating: "0", count: digits - after.utf8.count))\(after)"
    }
}
