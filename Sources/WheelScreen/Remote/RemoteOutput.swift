import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene
import WheelWire

/// A display without a device. The picture is sent to clients.
final class RemoteOutput: ScreenOutput {
    static let name = "remote"

    var name: String { RemoteOutput.name }
    var pixels: PixelBuffer { bitmap.pixels }
    let pacesItself = false

    /// The display's name in the configuration.
    private let display: String
    private let bitmap: Bitmap
    /// The picture that is shown while the display is dark.
    private lazy var black = Bitmap(width: size.width, height: size.height, format: .bgr888)
    private let link: RenderLink
    private var watchers: Watchers { link.watchers }
    private var isDark = false
    /// Whether there is a picture to send: a frame was drawn, or the display became dark.
    private var hasPicture = false

    init(_ display: String, _ size: PixelSize, _ link: RenderLink) {
        // libpng accepts this pixel format without conversion.
        bitmap = Bitmap(width: size.width, height: size.height, format: .bgr888)
        self.display = display
        self.link = link
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
                let frame = PictureFrame(
                    display: display, x: area.x, y: area.y, width: area.width, height: area.height,
                    isWhole: due.areas == nil, isDark: isDark, png: try shown.part(area).png(fast: true))
                link.report(.frame(watchers: due.watchers, members: frame.members, at: time))
            } catch {
                throw .unusable("a frame cannot be made: \(error)")
            }
        }
    }
}
