import Glibc
import TestSupport
import Testing
import WheelCanvas

@Suite struct PNGTests {
    @Test(arguments: PixelFormat.allCases)
    func aPictureReadsBackAsItWas(_ format: PixelFormat) throws {
        let path = "/tmp/canvas-\(getpid())-\(format).png"
        defer { unlink(path) }
        let problem = counterexample("PNG of \(format)", seed: 3, cases: 20) { random in
            let (width, height) = (random.int(in: 1...40), random.int(in: 1...20))
            let pixels = Bitmap(width: width, height: height, format: format, padding: random.int(in: 0...9)).pixels
            for byte in 0..<height * pixels.bytesPerRow {
                pixels.base.storeBytes(of: UInt8(random.int(in: 0...255)), toByteOffset: byte, as: UInt8.self)
            }
            do throws(CanvasError) {
                try pixels.writePNG(to: path)
                let read = try Bitmap(png: path).pixels
                guard read.width == width && read.height == height else { return "another size" }
                for y in 0..<height {
                    for x in 0..<width where read[x, y] != pixels[x, y] { return "another colour at \(x), \(y)" }
                }
                let file = try pixels.png()
                return contents(of: path) == file ? nil : "in memory it is another file"
            } catch {
                return "\(error)"
            }
        }
        #expect(problem == nil)
    }

    /// A picture is written in parts, small and large, and composed again. Its pixels are noise, which is larger in a
    /// PNG file than in memory.
    @Test(arguments: [PixelFormat.bgr888, .xrgb8888])
    func partsComposeThePicture(_ format: PixelFormat) {
        let problem = counterexample("parts of \(format)", seed: 5, cases: 20) { random in
            let (width, height) = (random.int(in: 1...400), random.int(in: 1...300))
            let pixels = Bitmap(width: width, height: height, format: format).pixels
            for byte in 0..<height * pixels.bytesPerRow {
                pixels.base.storeBytes(of: UInt8(random.int(in: 0...255)), toByteOffset: byte, as: UInt8.self)
            }
            let (column, row) = (random.int(in: 0...width), random.int(in: 0...height))
            let composed = Bitmap(width: width, height: height, format: .bgr888).pixels
            do throws(CanvasError) {
                for (x, end) in [(0, column), (column, width)] where x < end {
                    for (y, bottom) in [(0, row), (row, height)] where y < bottom {
                        let area = PixelRect(x: x, y: y, width: end - x, height: bottom - y)
                        let part = try Bitmap(png: try pixels.part(area).png(fast: random.once(in: 2)))
                        guard composed.copy(part.pixels, toX: x, y: y) else { return "\(area) is not in the picture" }
                    }
                }
            } catch {
                return "\(error)"
            }
            for y in 0..<height {
                for x in 0..<width where composed[x, y] != pixels[x, y] { return "another colour at \(x), \(y)" }
            }
            return nil
        }
        #expect(problem == nil)
    }

    @Test func aPartThatIsTooLargeIsNotCopied() {
        let (picture, part) = (Bitmap(width: 8, height: 4).pixels, Bitmap(width: 4, height: 4).pixels)
        #expect(picture.copy(part, toX: 4, y: 0))
        for (x, y) in [(5, 0), (4, 1), (-1, 0), (0, -1)] { #expect(!picture.copy(part, toX: x, y: y)) }
        #expect(!part.copy(picture, toX: 0, y: 0))
    }

    @Test func everyFormatStoresTheColourItShows() {
        for format in PixelFormat.allCases {
            let (canvas, pixels) = (Canvas(width: 3, height: 1), Bitmap(width: 3, height: 1, format: format).pixels)
            var damage = DamageRegion()
            canvas.setLayer(on: Color(0xFF8410))
            canvas.draw(DisplayList(), into: pixels, damage: &damage)
            #expect(pixels[2, 0] == Color(format.bytesPerPixel == 2 ? 0xFF8610 : 0xFF8410), "\(format)")
            let bytes = (0..<format.bytesPerPixel).map { pixels.base.load(fromByteOffset: $0, as: UInt8.self) }
            let expected: [UInt8] =
                switch format {
                case .xrgb8888: [0x10, 0x84, 0xFF, 0xFF]
                case .xbgr8888: [0xFF, 0x84, 0x10, 0xFF]
                case .rgb888: [0x10, 0x84, 0xFF]
                case .bgr888: [0xFF, 0x84, 0x10]
                case .rgb565: [0x22, 0xFC]
                case .bgr565: [0x3F, 0x14]
                }
            #expect(bytes == expected, "\(format)")
        }
    }

    @Test func errorsHaveAReason() throws {
        let path = "/tmp/canvas-\(getpid())-broken.png"
        defer { unlink(path) }
        let file = try Bitmap(width: 20, height: 20).pixels.png()
        write(Array(file.prefix(file.count / 2)), to: path)
        for broken in ["/dev/null/picture.png", "/etc/passwd", path] {
            do throws(CanvasError) {
                _ = try Bitmap(png: broken)
                Issue.record("\(broken) was taken for a picture")
            } catch {
                guard case .picture(broken, let reason) = error, !reason.isEmpty else {
                    Issue.record("\(broken): \(error)")
                    continue
                }
            }
        }
        #expect(throws: CanvasError.self) { try Bitmap(png: Array(file.prefix(file.count / 2))) }
        #expect(throws: CanvasError.self) { try Bitmap(png: [UInt8]()) }
        #expect(throws: CanvasError.self) {
            try Bitmap(width: 2, height: 2).pixels.writePNG(to: "/dev/null/picture.png")
        }
    }

    private func contents(of path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        return [UInt8](unsafeUninitializedCapacity: 1 << 20) { bytes, count in
            count = fread(bytes.baseAddress, 1, 1 << 20, file)
        }
    }

    private func write(_ bytes: [UInt8], to path: String) {
        guard let file = fopen(path, "w") else { return }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }
}
