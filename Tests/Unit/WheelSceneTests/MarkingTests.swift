import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// Which control a display marks.
///
/// An input is written as its letter (`k` a knob, `t` a touchscreen, `c` a client's input, `s` a knob that scrubs a
/// ramp, `b` a button alone) and the controls that it turns; `@1` is its display, and `!` means that fingers use it.
/// Both displays show all of the controls a, b, c and d, or a page. `ab` is a page on display 0 and `cd` on display 1.
/// On the page `a:0,b:1` input 0 turns only a and input 1 only b; such a page is on display 0 alone. The row ends with
/// the control that each display marks.
@Suite struct MarkingTests {
    @Test(
        "A display marks what its own inputs turn",
        arguments: table(
            """
            kabcd                         -> a a     # the only knob
            ka                            -> a a
            ka kb kc kd                   -> - -     # each has its control, and its number
            kab kcd                       -> a a     # the first that has a choice
            ka kcd                        -> c c
            ka ka                         -> a a
            kb@0 kd@1                     -> b d     # the display's own knob
            kab@0 kc                      -> a c     # display 1 has none of its own
            kab@0 kcd@0 kd@1              -> a d
            kbcd tabcd!                   -> a b     # fingers choose on display 0
            kbcd tabcd                    -> b b     # there is no touchscreen
            tabcd                         -> a -
            kbcd cabcd!                   -> a b
            kbcd ca!@1                    -> b a
            ca                            -> a a     # it turns, or steps
            ca cb                         -> - -
            sabcd babcd                   -> - -
            sabcd babcd kb                -> b b
            """))
    func marks(_ row: Row) { #expect(played(row) == row.output) }

    @Test(
        "On pages of their own the displays mark what they show",
        arguments: table(
            """
            ab cd | ka kc                 -> a c
            ab cd | kab kcd               -> a c
            ab cd | ka kb kc kd           -> - -
            ab cd | kac                   -> a -     # it turns a control of display 0 now
            ab cd | kabcd kc@1            -> a c
            ab cd | ka@1 kc               -> - -     # each turns what another display shows
            """))
    func marksOnPages(_ row: Row) { #expect(played(row) == row.output) }

    @Test(
        "On a page that gives each input a control, none has a choice",
        arguments: table(
            """
            a:0,b:1 | kabcd kabcd         -> -
            a:0,b:1 | kabcd kabcd kcd     -> -       # the third turns what the page does not show
            a:0,b:1,c | kabcd kabcd kcd   -> c
            a:0,b | kabcd                 -> a
            """))
    func marksOnPagesOfInputs(_ row: Row) { #expect(played(row) == row.output) }

    private func played(_ row: Row) -> String {
        let parts = row.input.split(separator: "|").map { $0.split(separator: " ") }
        let (pages, inputs) = parts.count > 1 ? (parts[0], parts[1]) : ([], parts[0])
        let isOwn = pages.count > 1
        var settings = PanelSettings(
            controls: "abcd".map { ControlSettings.ranged("\($0)", ValueRange(0, 1)) }, inputs: inputs.map(input))
        settings.ramps = [RampSettings(name: "r", control: 0, motion: RampMotion(target: .to(1)))]
        for (index, page) in pages.enumerated() {
            let entries = isOwn ? page.map { [$0] } : page.split(separator: ",").map(Array.init)
            settings.pages.append(
                PageSettings(
                    name: "\(index)", display: isOwn ? index : nil, controls: entries.map { letter($0[0]) },
                    inputs: entries.compactMap { $0.count > 2 ? Int(String($0[2])) : nil }))
        }
        let panel = Panel(settings)
        let displays = pages.count == 1 ? [0] : [0, 1]
        return displays.map { display in
            let pictureSettings = PictureSettings(settings, display: display)
            let state = SceneState(pictureSettings, panel, at: .distantPast)
            let marked = pictureSettings.marked(panel.instrument, on: state.view) { inputs[$0].contains("!") }
            return marked.map { settings.controls[$0].name } ?? "-"
        }.joined(separator: " ")
    }

    private func letter(_ character: Character) -> Int { Array("abcd").firstIndex(of: character) ?? 0 }

    private func input(_ word: Substring) -> InputSettings {
        let encoder = GPIOEncoderSettings(a: .offset(1), b: .offset(2))
        let source: InputSource =
            switch word.first {
            case "t": .touch(TouchSettings())
            case "c": .client(ClientInputSettings())
            case "b": .gpio(GPIOSettings(button: .offset(3)))
            default: .gpio(GPIOSettings(encoder: encoder))
            }
        let display = word.split(separator: "@").dropFirst().first.flatMap { Int(String($0)) }
        let controls = word.dropFirst().prefix { "abcd".contains($0) }.map(letter)
        return InputSettings(
            name: String(word), source: source, controls: controls, ramp: word.first == "s" ? 0 : nil, display: display)
    }
}
