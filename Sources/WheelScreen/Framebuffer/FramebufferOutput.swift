import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene

/// A framebuffer device, whose screen shows a part of memory. Such devices exist for small displays on a serial bus,
/// and with old graphics drivers.
final class FramebufferOutput: ScreenOutput {
    let name: String
    var pixels: PixelBuffer { shadow.pixels }

    var millimetres: Size? { layout.millimetres.map(rotation.turned) }
    var pacesItself: Bool { supportsVerticalSync }

    var hasTwoColours: Bool { bits != nil }

    private let path: String
    private let device: FramebufferDevice
    private let layout: FramebufferDevice.Layout
    private let memory: MemoryMap
    /// The mapped memory as pixels. If the screen has one bit per pixel, this is a picture in other memory, which
    /// `bits` converts and writes to the mapped memory.
    private let screen: PixelBuffer
    private let bits: BitMemory?
    private let rotation: DisplayRotation
    private let blanking: DisplayBlanking
    private let shadow: Shadow
    private let console: VirtualConsole?
    /// Becomes `false` when the driver refuses to wait for the vertical sync.
    private var supportsVerticalSync = true
    /// Whether the memory may differ from the picture outside of the damage too.
    private var isLost = true

    static let folder = "/dev"

    /// The paths of all framebuffers, ordered by number.
    static func paths() -> [String] {
        let names = (try? Directory.names(in: folder)) ?? []
        let numbers = names.compactMap { $0.hasPrefix("fb") ? Int($0.dropFirst(2)) : nil }
        return numbers.sorted().map { "\(folder)/fb\($0)" }
    }

    /// Opens the framebuffer. If `leavesCards` is set, refuses the framebuffer of a graphics card.
    init(
        _ path: String, _ rotation: DisplayRotation, _ blanking: DisplayBlanking, leavesCards: Bool
    ) throws(ScreenProblem) {
        self.blanking = blanking
        self.path = path
        let format: PixelFormat
        (device, layout, format) = try Self.probe(path, leavesCards: leavesCards)
        do throws(Errno) {
            memory = try device.map(layout)
        } catch {
            throw .failed(SystemError("map", path, error))
        }
        bits = try layout.bits(of: memory.bytes, path)
        screen =
            bits != nil
            ? Bitmap(width: layout.width, height: layout.height).pixels
            : try layout.visiblePart(of: memory.bytes, format, path)
        self.rotation = rotation
        shadow = Shadow(
            screen: PixelSize(width: layout.width, height: layout.height), rotation: rotation, format: format)
        name = layout.name(path)
        // The console is switched last, so that no later error leaves it in graphics mode.
        do throws(Errno) {
            console = try VirtualConsole()
        } catch {
            throw .failed(SystemError("switch the console to graphics", error))
        }
    }

    /// The framebuffer's name, determined without a picture and without a change of the console's mode.
    static func survey(_ path: String, leavesCards: Bool) throws(ScreenProblem) -> String {
        try probe(path, leavesCards: leavesCards).layout.name(path)
    }

    private static func probe(
        _ path: String, leavesCards: Bool
    ) throws(ScreenProblem) -> (device: FramebufferDevice, layout: FramebufferDevice.Layout, format: PixelFormat) {
        let device: FramebufferDevice
        let layout: FramebufferDevice.Layout
        do throws(Errno) {
            device = try FramebufferDevice(path: path)
            layout = try device.layout()
        } catch {
            throw problem("open", path, error)
        }
        if leavesCards && belongsToCard(path, layout.driver) {
            throw .absent("\(path): it belongs to a graphics card")
        }
        return (device, layout, try layout.pixelFormat(path))
    }

    /// Whether the framebuffer belongs to a graphics card. The kernel truncates the driver's name to 15 characters, so
    /// "drm" may be missing, as in "panel-mipi-dbid".
    static func belongsToCard(_ path: String, _ driver: String, devices: String = "/sys/class/graphics") -> Bool {
        let name = path.split(separator: "/").last ?? ""
        let cards = (try? Directory.names(in: "\(devices)/\(name)/device/drm")) ?? []
        return driver.has("drm") || cards.contains { $0.hasPrefix("card") }
    }

    func show(_ damage: DamageRegion) throws(ScreenProblem) {
        if isLost { shadow.copyAll(to: screen) } else { shadow.copy(damage, to: screen) }
        isLost = false
        bits?.write(screen)
        guard supportsVerticalSync else { return }
        // The wait is after the copy, so that a change is shown at once and only the next frame is delayed.
        do throws(Errno) {
            try device.waitForVerticalSync()
        } catch .noDevice {
            throw FramebufferOutput.problem("wait for", path, .noDevice)
        } catch {
            supportsVerticalSync = false
        }
    }

    func blank(_ isBlank: Bool) throws(ScreenProblem) {
        do throws(Errno) {
            guard blanking == .off else { throw Errno.notImplemented }
            try device.setBlank(isBlank)
        } catch .noDevice {
            throw FramebufferOutput.problem("blank", path, .noDevice)
        } catch {
            // The driver cannot blank the screen, or the settings ask for black, so the screen is made black.
            if isBlank { screen.clear() } else { shadow.copyAll(to: screen) }
            bits?.write(screen)
        }
    }

    func check() throws(ScreenProblem) -> Bool {
        do throws(Errno) {
            guard try device.layout() == layout else { throw Errno.invalidArgument }
            return false
        } catch .invalidArgument {
            throw .failed(SystemError("show a picture on", path, .invalidArgument, explanation: "its mode has changed"))
        } catch {
            throw FramebufferOutput.problem("read the mode of", path, error)
        }
    }

    private static func problem(_ operation: String, _ path: String, _ error: Errno) -> ScreenProblem {
        switch error {
        case .noSuchFile: .absent("\(path): there is no such device")
        case .noDevice: .absent("\(path): the device was disconnected")
        default: .failed(SystemError(operation, path, error))
        }
    }
}

extension FramebufferDevice.Layout {
    fileprivate func name(_ path: String) -> String { "\(path) \(driver) \(width)×\(height), \(bitsPerPixel) bits" }

    func pixelFormat(_ path: String) throws(ScreenProblem) -> PixelFormat {
        let lengths = (red.length, green.length, blue.length)
        let offsets = (red.offset, green.offset, blue.offset)
        // A screen with one bit per pixel is written from a picture in this format.
        if whiteBit != nil { return .xrgb8888 }
        switch (isTrueColor, bitsPerPixel) {
        case (true, 32) where lengths == (8, 8, 8) && offsets == (16, 8, 0): return .xrgb8888
        case (true, 32) where lengths == (8, 8, 8) && offsets == (0, 8, 16): return .xbgr8888
        case (true, 24) where lengths == (8, 8, 8) && offsets == (16, 8, 0): return .rgb888
        case (true, 24) where lengths == (8, 8, 8) && offsets == (0, 8, 16): return .bgr888
        case (true, 16) where lengths == (5, 6, 5) && offsets == (11, 5, 0): return .rgb565
        case (true, 16) where lengths == (5, 6, 5) && offsets == (0, 5, 11): return .bgr565
        default:
            throw .unusable(
                "\(path): its pixels have \(bitsPerPixel) bits"
                    + (isTrueColor ? " (\(lengths) at \(offsets))" : " and a palette")
                    + "; RGB565, RGB888 and XRGB8888 can be drawn, in either order, and one bit a pixel")
        }
    }

    /// The memory as single bits; `nil` if the screen has more than one bit per pixel.
    func bits(of memory: UnsafeMutableRawBufferPointer, _ path: String) throws(ScreenProblem) -> BitMemory? {
        guard let whiteBit else { return nil }
        let offset = byteOffset + yOffset * bytesPerRow + xOffset / 8
        guard
            let bits = BitMemory(
                memory, offset: offset, width: width, height: height, bytesPerRow: bytesPerRow, isWhite: whiteBit)
        else { throw .unusable("\(path): \(width)×\(height) pixels do not fit into its \(byteCount) bytes") }
        return bits
    }

    func visiblePart(
        of memory: UnsafeMutableRawBufferPointer, _ format: PixelFormat, _ path: String
    ) throws(ScreenProblem) -> PixelBuffer {
        let offset = byteOffset + yOffset * bytesPerRow + xOffset * format.bytesPerPixel
        let end = offset + (height - 1) * bytesPerRow + width * format.bytesPerPixel
        guard width > 0, height > 0, bytesPerRow >= width * format.bytesPerPixel, end <= memory.count,
            let base = memory.baseAddress
        else {
            throw .unusable("\(path): \(width)×\(height) pixels do not fit into its \(byteCount) bytes")
        }
        return PixelBuffer(
            base: base + offset, width: width, height: height, bytesPerRow: bytesPerRow, format: format)
    }
}

extension PixelBuffer {
    func clear() {
        for y in 0..<height {
            (base + y * bytesPerRow).initializeMemory(as: UInt8.self, repeating: 0, count: width * format.bytesPerPixel)
        }
    }
}
