import LinuxSystem
import WheelCanvas
public import WheelCore
import WheelScene

/// A display without a device, whose picture is sent to clients.
final class RemoteOutput: ScreenOutput {
    static let name = "remote"

    var name: String { RemoteOutput.name }
    var pixels: PixelBuffer { bitmap.pixels }
    let pacesItself = false

    private let bitmap: Bitmap
    /// Shown instead of the picture while the display is dark.
    private lazy var black = Bitmap(width: size.width, height: size.height, format: .bgr888)
    private let watchers: Watchers
    private let send: (RemoteFrame) -> Void
    private var isDark = false
    /// A frame was drawn, or the display is dark.
    private var hasPicture = false

    init(_ size: PixelSize, _ watchers: Watchers, send: @escaping (RemoteFrame) -> Void) {
        // libpng takes pixels of this format as they are.
        bitmap = Bitmap(width: size.width, height: size.height, format: .bgr888)
        self.watchers = watchers
        self.send = send
    }

    var isWatched: Bool { !watchers.isEmpty }
    var wantsFrames: Bool { watchers.hasReady }

    func show(_ damage: DamageRegion) {
        hasPicture = true
        if let area = damage.bounds { watchers.damage([area]) }
    }

    func blank(_ isBlank: Bool) {
        isDark = isBlank
        hasPicture = hasPicture || isBlank
        watchers.damage([PixelRect(x: 0, y: 0, width: size.width, height: size.height)])
    }

    func check() -> Bool { false }

    func deliver() throws(ScreenProblem) {
        guard hasPicture else { return }
        let time = MonotonicClock.now
        for due in watchers.consumeDue() {
            let all = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
            let area = due.areas?.first ?? all
            let shown = isDark ? black.pixels : bitmap.pixels
            do throws(CanvasError) {
                let png = try shown.part(area).png(fast: true)
                send(
                    RemoteFrame(
                        watchers: due.watchers, x: area.x, y: area.y, width: area.width, height: area.height,
                        isWhole: due.areas == nil, isDark: isDark, png: png, time: time))
            } catch {
                throw .unusable("a frame cannot be made: \(error)")
            }
        }
    }
}

/// A part of a remote display's picture, for some of its watchers.
public struct RemoteFrame: Sendable {
    /// Their numbers, as given to `RenderThread.watch`.
    public var watchers: [Int]
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int
    public var isWhole: Bool
    public var isDark: Bool
    public var png: [UInt8]
    public var time: Instant
}
