import Testing
import WheelCanvas

@testable import WheelScene

@Suite struct ThemeTests {
    /// The contrasts of all texts with what can lie behind them.
    @Test(arguments: [Theme.dark, Theme.light, Theme.mono])
    func textHasContrast(_ theme: Theme) {
        var pairs = [
            (theme.onAccent, theme.accent), (theme.onHand, theme.hand), (theme.onAlarm, theme.alarm),
            // A chosen "off".
            (theme.ground, theme.secondary),
        ]
        for ground in [theme.ground, theme.cell, theme.raised] {
            pairs += [theme.text, theme.secondary, theme.accent, theme.hand, theme.alarm].map { ($0, ground) }
        }
        for (text, ground) in pairs { #expect(contrast(text, ground) >= 4.5, "\(text) on \(ground)") }
    }

    /// The contrasts of what can be touched or tells a state.
    @Test(arguments: [Theme.dark, Theme.light, Theme.mono])
    func whatTellsAStateHasContrast(_ theme: Theme) {
        for ground in [theme.ground, theme.cell, theme.raised] {
            for color in [theme.outline, theme.seat, theme.text, theme.accent, theme.hand, theme.alarm] {
                #expect(contrast(color, ground) >= 3, "\(color) on \(ground)")
            }
        }
        // The mark on a rotor.
        #expect(contrast(theme.onAccent, theme.accent) >= 3)
    }

    /// The ground of a typed position that is not chosen stands out, and so does its word. With two colours it is plain.
    @Test(arguments: [Theme.dark, Theme.light])
    func aTypedPlateStandsOut(_ theme: Theme) {
        #expect(contrast(theme[.plate], theme.ground) >= 1.8 && contrast(theme[.plate], theme.text) >= 4.5)
        #expect(Theme.mono[.plate] == Theme.mono.ground)
    }

    /// The lines of a wheel fade to its ends, over a body that is lighter in the middle. Blocks of seats are filled by the
    /// share of their chosen seats.
    @Test(arguments: [Theme.dark, Theme.light, Theme.mono])
    func fadesHaveContrast(_ theme: Theme) {
        for step in -50...50 {
            let across = Double(step) / 50
            let light = (1 - across * across).squareRoot()
            let line = theme.outline.mixed(with: theme.text, fraction: light)
            let body = theme.cell.mixed(with: theme.raised, fraction: (1 - across * across) * 0.6)
            #expect(contrast(line, body) >= 3, "a line at \(across)")
        }
        for share in stride(from: 0.01, through: 1, by: 0.01) {
            let block = theme.seat.mixed(with: theme.accent, fraction: 0.35 + 0.65 * share)
            #expect(contrast(block, theme.cell) >= 3, "a block with \(share)")
        }
    }

    /// By the formula of the Web Content Accessibility Guidelines.
    private func contrast(_ one: Color, _ other: Color) -> Double {
        let (first, second) = (luminance(one), luminance(other))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    private func luminance(_ color: Color) -> Double {
        func linear(_ byte: UInt8) -> Double {
            let share = Double(byte) / 255
            guard share > 0.04045 else { return share / 12.92 }
            // ((share + 0.055) / 1.055) ^ 2.4, as the square times the power of two fifths.
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
}
