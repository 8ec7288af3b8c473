import PictureReading
import Testing
import WheelCanvas

@testable import WheelScene

@Suite struct ThemeTests {
    /// The plate of "off" contrasts with the cell and with its word, but controls that are on contrast more.
    @Test(arguments: [Theme.dark, .light]) func offIsQuiet(_ theme: Theme) {
        let off = contrast(theme.off, theme.cell)
        #expect(off >= 3 && contrast(theme.onOff, theme.off) >= 4.5)
        for loud in [theme.accent, theme.text, theme.hand, theme.alarm, theme.secondary] {
            #expect(contrast(loud, theme.cell) > 1.5 * off)
        }
    }

    /// The contrasts of all texts with the colours that can be behind them.
    @Test(arguments: [Theme.dark, Theme.light, Theme.mono])
    func textHasContrast(_ theme: Theme) {
        var pairs = [
            (theme.onAccent, theme.accent), (theme.onHand, theme.hand), (theme.onAlarm, theme.alarm),
            // The word of a chosen "off".
            (theme.onOff, theme.off),
        ]
        for ground in [theme.ground, theme.cell, theme.raised] {
            pairs += [theme.text, theme.secondary, theme.accent, theme.hand, theme.alarm].map { ($0, ground) }
        }
        for (text, ground) in pairs { #expect(contrast(text, ground) >= 4.5, "\(text) on \(ground)") }
    }

    @Test(arguments: [Theme.dark, Theme.light, Theme.mono])
    func whatTellsAStateHasContrast(_ theme: Theme) {
        for ground in [theme.ground, theme.cell, theme.raised] {
            for color in [theme.outline, theme.seat, theme.text, theme.accent, theme.hand, theme.alarm] {
                #expect(contrast(color, ground) >= 3, "\(color) on \(ground)")
            }
        }
    }

    /// On a terminal, a position that is not chosen has a visible plate and a readable word. With two colours it has no
    /// plate.
    @Test(arguments: [Theme.dark, Theme.light])
    func aPlateInCellsStandsOut(_ theme: Theme) {
        #expect(contrast(theme[.plate], theme.ground) >= 1.8 && contrast(theme[.plate], theme.text) >= 4.5)
        #expect(Theme.mono[.plate] == Theme.mono.ground)
    }

    /// The lines of a wheel fade towards its ends, over a body that is lighter in the middle. The colour of a block
    /// depends on the share of its chosen seats.
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
}
