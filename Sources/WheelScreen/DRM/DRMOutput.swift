internal import CDRM
import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene

/// A screen of a graphics card. Two buffers are shown alternately, so that the screen never shows a half-drawn picture.
///
/// For example: frame 1 changes a digit, and frame 2 changes another digit. Frame 1 was copied to buffer A, which is
/// shown. Buffer B still has the picture before frame 1, so the damage of both frames is copied to B. Then a page flip
/// shows B, and A must not be written until the event of the page flip arrives (`isBusy`). If a driver lost the event,
/// the display would freeze, so the screen is opened again after some seconds.
///
/// Drivers show a buffer in different ways. Drivers of small screens behind a slow bus use the damage, which an atomic
/// commit contains (`DamagePlane`). Other drivers support page flips. A few drivers support neither atomic commits nor
/// page flips: then the mode is set again, which blocks until the picture is shown.
final class DRMOutput: ScreenOutput {
    private enum PresentMode {
        case flips
        /// A buffer is shown by an atomic commit with damage clips.
        case commits(DamagePlane)
        /// A buffer is shown by drmModeSetCrtc, which blocks until the picture is shown.
        case waits
    }

    let name: String
    var pixels: PixelBuffer { shadow.pixels }
    var millimetres: Size? { route.millimetres.map(rotation.turned) }
    var descriptorNumber: Int32? { card.number }
    /// The start of the page flip that is not complete yet.
    private var flippedAt: Instant?
    var isBusy: Bool { flippedAt != nil }
    var deadline: Instant? { flippedAt.map { $0 + patience } }
    /// The maximum duration of a page flip.
    private let patience: Interval
    private(set) var frameCount = 0

    let hasTwoColours: Bool

    private let card: DRMCard
    private let route: ScreenRoute
    private let rotation: DisplayRotation
    private let shadow: Shadow
    /// `front` is the buffer that is shown, or will be shown by the page flip in progress.
    private var buffers: (front: DumbBuffer, back: DumbBuffer)
    /// The damage of the previous frame, which is missing in the back buffer; `nil` if the whole picture is missing.
    private var missed: DamageRegion?
    private var presentMode = PresentMode.flips
    private var isOn = false
    private let blanking: DisplayBlanking

    init(_ path: String, _ wish: ScreenWish, _ display: DisplaySettings) throws(ScreenProblem) {
        (card, route) = try OpenCards.claim(path, wish)
        (rotation, blanking) = (display.rotation, display.blanking)
        hasTwoColours = card.hasTwoColours(for: display)
        patience = DRMCard.patience(driver: card.driver)
        let format: PixelFormat = card.capability(UInt64(DRM_CAP_DUMB_PREFERRED_DEPTH)) == 16 ? .rgb565 : .xrgb8888
        let front = try DumbBuffer(card, size: route.size, format: format)
        buffers = (front, try DumbBuffer(card, size: route.size, format: format))
        shadow = Shadow(screen: route.size, rotation: rotation, format: format)
        name = "\(path) \(route.connectorName) \(route.size)"
    }

    func show(_ damage: DamageRegion) throws(ScreenProblem) {
        let back = buffers.back
        if let missed {
            shadow.copy(missed, to: back.pixels)
            shadow.copy(damage, to: back.pixels)
        } else {
            shadow.copyAll(to: back.pixels)
        }
        if isOn {
            missed = damage
            try flip(to: back, DamagePlane.boxes(damage, rotation, picture: size))
        } else {
            // Only this buffer contains the picture, so the other buffer lacks the whole picture.
            missed = nil
            try switchOn(with: back)
        }
        buffers = (back, buffers.front)
        frameCount += 1
    }

    /// Switches the screen on with this picture: drmModeSetCrtc(3).
    private func switchOn(with buffer: DumbBuffer) throws(ScreenProblem) {
        var (connector, mode) = (route.connector, route.mode)
        let crtc = route.crtc
        try card.check("switch on the screen of") {
            drmModeSetCrtc($0, crtc, buffer.framebuffer, 0, 0, &connector, 1, &mode)
        }
        // A plane belongs to the CRTC only while the CRTC is switched on, so the plane cannot be found earlier.
        if !isOn, let plane = DamagePlane(card, crtc: crtc) { presentMode = .commits(plane) }
        isOn = true
    }

    /// Shows the buffer. `boxes` are the parts of the screen where the buffer differs from the picture shown now.
    private func flip(to buffer: DumbBuffer, _ boxes: @autoclosure () -> [PixelRect]) throws(ScreenProblem) {
        switch presentMode {
        case .flips:
            let crtc = route.crtc
            let flags = UInt32(DRM_MODE_PAGE_FLIP_EVENT)
            do throws(ScreenProblem) {
                try card.check("show a picture on") { drmModePageFlip($0, crtc, buffer.framebuffer, flags, nil) }
            } catch .failed(let error) where error.errno == .invalidArgument || error.errno == .notImplemented {
                presentMode = .waits
                return try switchOn(with: buffer)
            }
            flippedAt = MonotonicClock.now
        case .commits(let plane):
            try plane.show(buffer, boxes: boxes(), on: card)
            flippedAt = MonotonicClock.now
        case .waits:
            try switchOn(with: buffer)
        }
    }

    /// Each event of the card reports that a page flip is complete.
    func proceed() throws(ScreenProblem) {
        let isDone = withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { bytes in
            ((try? card.descriptor.read(into: bytes)) ?? 0) > 0
        }
        if isDone {
            flippedAt = nil
        } else if let deadline, deadline <= MonotonicClock.now {
            let text = "it has not shown the last picture within \(Int(patience.seconds)) s"
            throw .failed(SystemError("show a picture on", name, .timedOut, explanation: text))
        }
    }

    func blank(_ isBlank: Bool) throws(ScreenProblem) {
        guard let dpms = route.dpms, blanking == .off else { return try showBlack(isBlank) }
        let (connector, state) = (route.connector, UInt64(isBlank ? DRM_MODE_DPMS_OFF : DRM_MODE_DPMS_ON))
        try card.check("blank the screen of") { drmModeConnectorSetProperty($0, connector, dpms, state) }
    }

    /// Shows black instead of the picture, or the picture again.
    private func showBlack(_ isBlack: Bool) throws(ScreenProblem) {
        guard isOn else { return }
        let back = buffers.back
        if isBlack { back.pixels.clear() } else { shadow.copyAll(to: back.pixels) }
        missed = nil
        try flip(to: back, [PixelRect(x: 0, y: 0, width: route.size.width, height: route.size.height)])
        buffers = (back, buffers.front)
    }

    func check() throws(ScreenProblem) -> Bool {
        guard route.isCurrent(card) else {
            throw .absent("\(card.path) \(route.connectorName): the screen was unplugged")
        }
        return false
    }
}
