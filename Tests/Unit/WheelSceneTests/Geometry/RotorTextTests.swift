import PictureReading
import Testing
import WheelCanvas
import WheelCore
import WheelModel

@testable import WheelScene

/// Finds the texts around a rotor in the pixels.
@Suite struct RotorTextTests {
    private func studio(compass: Bool = false) throws -> (Studio, RotorLayout) {
        var control = ControlSettings.ranged(ValueRange(0, 360, includesUpper: false), unit: "°", wraps: true)
        control.appearance.hasCompass = compass
        let studio = try Studio(PanelSettings(controls: [control]), width: 500, height: 480)
        return (studio, try #require(studio.layout().cells[0].scene as? RotorLayout))
    }

    /// N is above the ring, E to its right, S below it and W to its left, wherever the rectangle points.
    @Test(arguments: [0.0, 52, 200, 315])
    func eachLetterIsAtItsPlace(_ degrees: Double) throws {
        let (studio, layout) = try studio(compass: true)
        studio.set(0, .number(degrees))
        studio.draw()
        let search = try TextSearch(studio)
        let letters = ["N", "E", "S", "W"]
        for (number, wanted) in letters.enumerated() {
            let angle = Angle.degrees(90 * Double(number))
            let distance = 114 * layout.unit + layout.measures.label
            let place = layout.center + Vector(dx: angle.sine, dy: -angle.cosine) * distance
            let errors = letters.map { search.error(of: $0, near: place) }
            let best = zip(letters, errors).min { $0.1 < $1.1 }
            #expect(best?.0 == wanted, "\(angle): \(errors)")
            #expect((best?.1 ?? 1) < 0.03, "\(angle): \(errors)")
        }
    }

    /// A compass needs its letters, so a card of any form shows them if they fit.
    @Test(arguments: [(480.0, 800.0), (800, 480), (320, 240), (600, 600), (400, 1000)])
    func aLargeCompassHasItsLetters(_ width: Double, _ height: Double) throws {
        var control = ControlSettings.ranged(ValueRange(0, 360, includesUpper: false), unit: "°", wraps: true)
        control.appearance.hasCompass = true
        let pictureSettings = PictureSettings(PanelSettings(controls: [control]))
        let layout = PageLayout(pictureSettings, .all, size: Size(width: width, height: height))
        let rotor = try #require(layout.cells[0].scene as? RotorLayout)
        #expect(rotor.hasNumbers)
    }

    /// The turns are shown in the upper left corner of the drawing.
    @Test(arguments: [(30.0, nil), (390, "1 turn"), (735, "2 turns"), (-10, "−1 turn"), (-400, "−2 turns")])
    func wholeTurnsAreCounted(_ degrees: Double, _ wanted: String?) throws {
        let (studio, layout) = try studio()
        studio.set(0, .number(degrees))
        studio.draw()
        let search = try TextSearch(studio)
        let font = search.font
        for text in ["1 turn", "2 turns", "−1 turn", "−2 turns"] {
            let half = Vector(dx: font.width(of: text) / 2, dy: font.capHeight / 2)
            // The margin includes the next letter, so that no part of a longer text matches.
            let error = search.error(of: text, near: layout.drawing.origin + half, margin: 12)
            #expect((error < 0.03) == (text == wanted), "\(text): \(error)")
        }
    }
}

private struct TextSearch {
    let font: Font
    private let studio: Studio

    init(_ studio: Studio) throws {
        self.studio = studio
        font = try Typeface().font(capital: Measures(picture: studio.size).label)
    }

    /// The mean difference between the pixels and the drawn text, at the place near `place` where the difference is
    /// least.
    func error(of text: String, near place: Point, margin: Int = 3) -> Double {
        let (width, height) = (Int(font.width(of: text)) + 2 * margin, Int(font.capHeight) + 6)
        let bitmap = Bitmap(width: width, height: height)
        let canvas = Canvas(width: width, height: height)
        canvas.setLayer(DisplayList(), on: studio.theme.cell)
        var (list, damage, least) = (DisplayList(), DamageRegion(), 1.0)
        for quarter in 0..<4 {
            let middle = Point(
                x: Double(width / 2) + Double(quarter) / 4, y: Double(height / 2) + (font.capHeight / 2).rounded())
            list.removeAll()
            list.add(text, font: font, at: middle, alignment: .middle, color: studio.theme.secondary)
            canvas.draw(list, into: bitmap.pixels, damage: &damage)
            for down in -9...9 {
                for across in -9...9 {
                    let (left, top) = (Int(place.x) - width / 2 + across, Int(place.y) - height / 2 + down)
                    guard left >= 0, top >= 0 else { continue }
                    least = min(least, difference(bitmap.pixels, left, top, atMost: least))
                }
            }
        }
        return least
    }

    private func difference(_ text: PixelBuffer, _ left: Int, _ top: Int, atMost most: Double) -> Double {
        let probe = Probe(pixels: studio.pixels, ground: studio.theme.cell, ink: studio.theme.secondary)
        let own = Probe(pixels: text, ground: studio.theme.cell, ink: studio.theme.secondary)
        return probe.difference(from: own, left: left, top: top, atMost: most)
    }
}
