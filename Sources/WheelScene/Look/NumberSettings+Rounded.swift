import WheelCore

extension NumberSettings {
    /// The text of a number with as many decimals as fit, or with an exponent if even its whole part does not. A text that
    /// is cut would be another number.
    func rounded(_ value: Double, _ fits: (String) -> Bool) -> String {
        var fewer = self
        while true {
            let text = (showsSign && value > 0 ? "+" : "") + fewer.digits(of: value).withMinus
            guard !fits(text) else { return text }
            let decimals = fewer.shown?.decimals ?? fewer.decimals
            guard decimals > 0 else { break }
            if fewer.shown == nil { fewer.decimals = decimals - 1 } else { fewer.shown?.decimals = decimals - 1 }
        }
        let shown = value * (self.shown?.factor ?? 1)
        var (rest, exponent) = (abs(shown), 0)
        while rest >= 10, rest.isFinite {
            rest /= 10
            exponent += 1
        }
        let tenths = Int(rest.isFinite ? rest * 10 : 0)
        return "\(shown < 0 ? "−" : "")\(tenths / 10).\(tenths % 10)e\(exponent)"
    }
}
