import LinuxSystem
import Synchronization
import WheelCanvas
import WheelCore
import WheelModel
import WheelScene
import WheelTouch

@testable import WheelScreen

/// A screen that a test controls, and a record of its calls. The test's thread and the render thread share it.
final class FakeScreen: Sendable {
    struct Record: Sendable {
        var opened = 0
        var closed = 0
        /// The number that each frame shows; -1 for any other picture, such as one in motion.
        var frames: [Int] = []
        var frameTimes: [Instant] = []
        var darkness: [Bool] = []
    }

    let record = Mutex(Record())
    let hasTwoColours: Bool
    /// While this is set, each call of `open` and `check` throws it.
    let problem = Mutex<ScreenProblem?>(nil)
    let size = Mutex(PixelSize(width: 64, height: 48))
    let millimetres = Mutex<Size?>(nil)
    /// Whether the previous frame is not shown yet.
    let isBusy = Atomic(false)
    /// How often the thread has asked whether the screen is busy.
    let busyChecks = Atomic(0)
    /// How long each call of `show` blocks.
    let blocksMicroseconds = Atomic<Int64>(0)

    init(hasTwoColours: Bool = false) {
        self.hasTwoColours = hasTwoColours
    }

    func open() throws(ScreenProblem) -> any ScreenOutput {
        if let problem = problem.withLock({ $0 }) { throw problem }
        record.withLock { $0.opened += 1 }
        return FakeOutput(self)
    }
}

final class FakeOutput: ScreenOutput {
    let name = "fake"
    let pacesItself = false
    private let screen: FakeScreen
    private var bitmap: Bitmap

    init(_ screen: FakeScreen) {
        self.screen = screen
        let size = screen.size.withLock { $0 }
        bitmap = Bitmap(width: size.width, height: size.height)
    }

    deinit {
        screen.record.withLock { $0.closed += 1 }
    }

    var pixels: PixelBuffer { bitmap.pixels }
    var millimetres: Size? { screen.millimetres.withLock { $0 } }
    var hasTwoColours: Bool { screen.hasTwoColours }

    var isBusy: Bool {
        screen.busyChecks.wrappingAdd(1, ordering: .relaxed)
        return screen.isBusy.load(ordering: .relaxed)
    }

    func show(_ damage: DamageRegion) throws(ScreenProblem) { record(NumberState.number(in: pixels)) }

    private func record(_ frame: Int) {
        let now = MonotonicClock.now
        screen.record.withLock {
            $0.frames.append(frame)
            $0.frameTimes.append(now)
        }
        let end = now + Interval(microseconds: screen.blocksMicroseconds.load(ordering: .relaxed))
        if let never = try? EventDescriptor() { never.descriptor.wait(for: .readable, until: end) }
    }

    func blank(_ isBlank: Bool) throws(ScreenProblem) {
        screen.record.withLock { $0.darkness.append(isBlank) }
    }

    func check() throws(ScreenProblem) -> Bool {
        if let problem = screen.problem.withLock({ $0 }) { throw problem }
        let size = screen.size.withLock { $0 }
        guard size != self.size else { return false }
        bitmap = Bitmap(width: size.width, height: size.height)
        return true
    }
}

/// States of an instrument with one control, whose value is a number from 0 to 100.
enum NumberState {
    private static let settings = PanelSettings(controls: [
        ControlSettings(name: "n", quantity: .int(NumberSettings(range: ValueRange(0, 100), initial: 0)))
    ])
    private static let pictureSettings = PictureSettings(settings)

    /// If `jumps` differs from the previous state's, the picture changes to this number in a motion.
    static func of(_ number: Int, jumps: UInt32 = 0) -> SceneState {
        SceneState(pictureSettings, Panel(settings), at: Instant(microseconds: 0)).with(0) {
            $0.number = Double(number)
            $0.position = Double(number) / 100
            $0.jumps = jumps
        }
    }

    /// For each size, the number that a picture shows, by the pixels of the picture. A painter with the usual settings
    /// draws these pictures.
    private static let pictures = Mutex<[PixelSize: [[UInt8]: Int]]>([:])

    /// The number that a picture shows; -1 for another picture.
    static func number(in pixels: PixelBuffer) -> Int {
        let size = PixelSize(width: pixels.width, height: pixels.height)
        return pictures.withLock { pictures in
            if pictures[size] == nil { pictures[size] = drawn(size) }
            return pictures[size]?[bytes(of: pixels)] ?? -1
        }
    }

    private static func drawn(_ size: PixelSize) -> [[UInt8]: Int] {
        guard let painter = try? Painter(DisplaySettings(name: "main")) else { return [:] }
        let screen = FakeScreen()
        screen.size.withLock { $0 = size }
        let output = FakeOutput(screen)
        var numbers: [[UInt8]: Int] = [:]
        for number in 0...100 {
            _ = painter.begin(size, on: output)
            painter.apply(of(number), at: .distantPast)
            var damage = DamageRegion()
            _ = painter.draw(into: output.pixels, damage: &damage, at: .distantPast)
            numbers[bytes(of: output.pixels)] = number
        }
        return numbers
    }

    private static func bytes(of pixels: PixelBuffer) -> [UInt8] { (try? pixels.png(fast: true)) ?? [] }

    /// The state of a number whose value is pending until this time; not pending if nil.
    static func pending(_ number: Int, until: Instant?) -> SceneState {
        of(number).with(0) { $0.pendingUntil = until }
    }

    /// A state in which a value is pending on a page that is not shown.
    static func pendingElsewhere(until: Instant) -> SceneState {
        let number = NumberSettings(range: ValueRange(0, 100))
        var two = PanelSettings(controls: ["a", "b"].map { ControlSettings(name: $0, quantity: .int(number)) })
        two.pages = [0, 1].map { PageSettings(name: "\($0)", controls: [$0]) }
        return SceneState(PictureSettings(two), Panel(two), at: Instant(microseconds: 0)).with(1) {
            $0.pendingUntil = until
        }
    }
}

extension Measures {
    /// The measures of a picture whose screen does not report its size.
    static func usual(_ width: Int, _ height: Int) -> Measures {
        Measures(picture: Size(width: Double(width), height: Double(height)))
    }
}
