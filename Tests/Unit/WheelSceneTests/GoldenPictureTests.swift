import Glibc
import Testing
import WheelCanvas
import WheelModel

@testable import WheelScene

/// Pictures that people have checked. `scripts/update-pictures` draws them again.
@Suite struct GoldenPictureTests {
    private struct Picture {
        var name: String
        var width: Int
        var height: Int
        var theme = Theme.dark
        var view: SceneView
        var isLocked = false
    }

    private static let pictures = [
        Picture(name: "angle", width: 160, height: 120, view: .control(0)),
        Picture(name: "wheel", width: 200, height: 120, theme: .light, view: .control(1)),
        Picture(name: "locked", width: 160, height: 120, view: .control(0), isLocked: true),
        Picture(name: "rotor", width: 128, height: 160, view: .control(2)),
        Picture(name: "positions", width: 200, height: 140, theme: .light, view: .control(4)),
        Picture(name: "tiny", width: 128, height: 64, view: .control(1)),
        Picture(name: "bank", width: 320, height: 240, view: .page(2)),
    ]

    private static var folder: String {
        String(#filePath.dropLast("GoldenPictureTests.swift".count)) + "Pictures/"
    }

    @Test(arguments: pictures.map(\.name))
    func looksAsItDid(_ name: String) throws {
        let picture = try #require(Self.pictures.first { $0.name == name })
        let studio = try Studio(
            RandomPanel.settings, width: picture.width, height: picture.height, theme: picture.theme)
        studio.set(0, .number(34.5))
        studio.set(1, .number(-12))
        studio.set(2, .number(52))
        studio.set(3, .position(1))
        studio.set(4, .positions([0, 3, 4, 17, 42]))
        studio.draw {
            $0.view = picture.view
            $0.focus = 1
            $0.isLocked = picture.isLocked
            $0 = $0.with(0) { $0.isEditing = true }
        }
        try Self.expect(studio.pixels, toLookLike: name)
    }

    /// Compares pixels with the golden picture of this name, or writes the golden picture.
    static func expect(_ pixels: PixelBuffer, toLookLike name: String) throws {
        let path = folder + name + ".png"
        if getenv("UPDATE_PICTURES") != nil { try pixels.writePNG(to: path) }
        let golden = try Bitmap(png: path)
        defer { withExtendedLifetime(golden) {} }
        try #require(golden.pixels.width == pixels.width && golden.pixels.height == pixels.height)
        let (mean, far) = difference(pixels, golden.pixels)
        // Another version of FreeType may place the edges of glyphs slightly differently.
        #expect(mean < 1.5, "on average \(mean) of 255")
        #expect(far < 0.01, "\(far) of all pixels are far off")
    }

    /// The locked control was drawn before without its lock. The layer of that picture must not be reused.
    @Test func aLockedControlLooksAsOnALockedPanel() throws {
        func studio() throws -> Studio { try Studio(RandomPanel.settings, width: 160, height: 120, theme: .dark) }
        let (ofPanel, ofControl) = (try studio(), try studio())
        ofPanel.draw {
            $0.view = .control(0)
            $0.isLocked = true
        }
        ofControl.draw { $0.view = .control(0) }
        #expect(Self.difference(ofPanel.pixels, ofControl.pixels).mean > 0)
        ofControl.draw {
            $0.view = .control(0)
            $0 = $0.with(0) { $0.isLocked = true }
        }
        #expect(Self.difference(ofPanel.pixels, ofControl.pixels).mean == 0)
    }

    private static func difference(_ one: PixelBuffer, _ other: PixelBuffer) -> (mean: Double, far: Double) {
        var (sum, far) = (0, 0)
        for y in 0..<one.height {
            for x in 0..<one.width {
                let (left, right) = (one[x, y], other[x, y])
                guard left != right else { continue }
                let channels = [
                    Int(left.red) - Int(right.red), Int(left.green) - Int(right.green),
                    Int(left.blue) - Int(right.blue),
                ].map(\.magnitude)
                sum += Int(channels.reduce(0, +))
                if (channels.max() ?? 0) > 64 { far += 1 }
            }
        }
        let count = Double(one.width * one.height)
        return (Double(sum) / count / 3, Double(far) / count)
    }
}
