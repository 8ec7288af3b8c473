import WheelCanvas

/// The contrast of two colours, 1…21, by the formula of the Web Content Accessibility Guidelines.
public func contrast(_ one: Color, _ other: Color) -> Double {
    let (first, second) = (luminance(one), luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
}

/// Whether each pixel has at least this contrast to the ground.
public func shape(_ pixels: [Color], on ground: Color, contrast least: Double) -> [Bool] {
    pixels.map { contrast($0, ground) >= least }
}

private func luminance(_ color: Color) -> Double {
    func linear(_ byte: UInt8) -> Double {
        let share = Double(byte) / 255
        guard share > 0.04045 else { return share / 12.92 }
        // ((share + 0.055) / 1.055) ^ 2.4, as base ^ 2 times base ^ 0.4.
        let base = (share + 0.055) / 1.055
        return base * base * fifthRoot(base * base)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
}

private func fifthRoot(_ number: Double) -> Double {
    var root = 1.0
    for _ in 0..<60 { root -= (root * root * root * root * root - number) / (5 * root * root * root * root) }
    return root
}
