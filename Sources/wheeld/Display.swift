import LinuxSystem
import WheelCore
import WheelModel
import WheelScene
import WheelScreen
import WheelTouch

/// A display of the configuration, as the loop's thread knows it. Another thread draws the display.
final class Display {
    let settings: DisplaySettings
    let thread: RenderThread
    /// The size of the picture; `nil` without a screen.
    private(set) var picture: PixelSize?
    private var measures: Measures?
    var state: DeviceState { picture == nil ? .waiting : .attached }
    /// The name of the screen, or the reason why there is none.
    private(set) var detail = "it is not open yet"
    /// The reason of the last failure of the driver.
    private var lastLoss: String?
    /// Whether the driver has failed twice in a row for the same reason. The failure may recur every few seconds, but
    /// the log reports it once.
    private(set) var failsAgain = false
    var shown: PanelPicture
    private var registration: Registration?
    private var waitingClients: [Int] = []

    init(_ settings: DisplaySettings, _ pictureSettings: PictureSettings) throws(Errno) {
        self.settings = settings
        shown = PanelPicture(pictureSettings)
        thread = try RenderThread(settings)
    }

    /// The size of the unrotated screen. Touches are reported in its coordinates.
    var screen: Size? {
        picture.map { settings.rotation.turned($0) }.map { Size(width: Double($0.width), height: Double($0.height)) }
    }

    func watch(by loop: EventLoop, _ handler: any EventHandler) throws(Errno) {
        registration = try loop.register(
            descriptorNumber: thread.reportDescriptorNumber, for: .readable, handler)
    }

    /// Ends the display's thread. A thread that hangs in a driver is left running after the timeout.
    func close(_ loop: EventLoop, timeout: Interval) {
        if let registration { loop.deregister(registration) }
        registration = nil
        if !thread.stop(timeout: timeout) {
            Log.warning("display \(settings.name): its driver hangs, and is left alone")
        }
    }

    /// Requests a picture, which arrives as a report.
    func requestPicture(for client: Int) {
        waitingClients.append(client)
        thread.requestPicture(client)
    }

    func answered(_ client: Int) { waitingClients.removeAll { $0 == client } }

    /// Removes and returns the clients that wait for a picture of a display that is closed.
    func consumeWaitingClients() -> [Int] {
        defer { waitingClients.removeAll() }
        return waitingClients
    }

    func attach(_ screen: String, _ size: PixelSize, _ measures: Measures) {
        detail = screen
        picture = size
        self.measures = measures
        shown.arranger = self.screen.map {
            TouchArranger(screen: $0, rotation: settings.rotation, measures: measures, motion: settings.motion)
        }
    }

    func recordLoss(_ reason: String) {
        failsAgain = lastLoss == reason
        lastLoss = reason
    }

    func detach(_ reason: String) {
        detail = reason
        picture = nil
        shown.arranger = nil
    }

    /// The data from which the touch layout is derived; `nil` without a screen. `index` is the index of this display.
    func arrangement(_ index: Int) -> Arrangement? {
        guard let screen, let measures else { return nil }
        return Arrangement(.display(index, screen: screen, measures), shown)
    }

    /// Shows the panel with these pictures of its controls. Returns `true` if the touch layout has changed.
    func show(_ panel: Panel, _ pictures: [ControlPicture], isUsed: (Int) -> Bool, at now: Instant) -> Bool {
        var hasNewLayout = false
        let settings = shown.settings
        thread.show(SceneState(settings, panel, at: now)) { state in
            hasNewLayout = shown.write(panel, pictures, isUsed: isUsed, to: &state, at: now)
        }
        return hasNewLayout
    }
}
