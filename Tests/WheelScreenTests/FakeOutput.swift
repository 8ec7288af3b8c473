import LinuxSystem
import Synchronization
import WheelCanvas

@testable import WheelScreen

/// What a test has a screen do, and what it has seen of it; shared by the test's thread and the render thread.
final class FakeScreen: Sendable {
    struct Record: Sendable {
        var opened = 0
        var closed = 0
        var frames: [Int] = []
        var darkness: [Bool] = []
    }

    let record = Mutex(Record())
    /// Thrown by the next opening or check.
    let problem = Mutex<ScreenProblem?>(nil)
    let size = Mutex(PixelSize(width: 64, height: 48))
    /// How long the driver keeps each frame waiting.
    let blocksMicroseconds = Atomic<Int64>(0)

    func open() throws(ScreenProblem) -> any Output {
        if let problem = problem.withLock({ $0 }) { throw problem }
        record.withLock { $0.opened += 1 }
        return FakeOutput(self)
    }
}

final class FakeOutput: Output {
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

    func show(_ damage: DamageRegion, _ texts: [KeptText]) throws(ScreenProblem) {
        let end = MonotonicClock.nowMicroseconds() + screen.blocksMicroseconds.load(ordering: .relaxed)
        if let never = try? EventDescriptor() { never.descriptor.wait(for: .readable, untilMicroseconds: end) }
        // The painter's first pixel tells which state it has drawn.
        screen.record.withLock { $0.frames.append(Int(pixels[0, 0].blue)) }
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

/// Paints its state as the blue of all pixels; 200 and more moves on by itself up to 210.
final class FakePainter: Painter {
    private var state = 0
    private var drawn: Int?

    func begin(_ size: PixelSize, text: TextRendering) { drawn = nil }

    func take(_ state: Int, atMicroseconds now: Int64) { self.state = state }

    func draw(into pixels: PixelBuffer, damage: inout DamageRegion, atMicroseconds now: Int64) -> Bool {
        damage.removeAll()
        guard state != drawn else { return false }
        drawn = state
        let canvas = Canvas(width: pixels.width, height: pixels.height)
        canvas.setLayer(on: Color(UInt32(state & 0xFF)))
        canvas.draw(DisplayList(), into: pixels, damage: &damage)
        guard (200..<210).contains(state) else { return false }
        state += 1
        return true
    }
}
