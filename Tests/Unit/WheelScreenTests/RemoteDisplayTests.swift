import LinuxSystem
import Testing
import WheelCanvas
import WheelCore
import WheelScene
import WheelWire

@testable import WheelScreen

@Suite struct WatchersTests {
    private let watchers = Watchers()
    private let left = PixelRect(x: 0, y: 0, width: 2, height: 2)
    private let right = PixelRect(x: 8, y: 2, width: 2, height: 2)
    private let both = PixelRect(x: 0, y: 0, width: 10, height: 4)

    @Test func aWatcherGetsTheWholePictureFirst() {
        watchers.add(1)
        watchers.damage([left])
        #expect(watchers.consumeDue() == [Watchers.Due(areas: nil, watchers: [1])])
        #expect(watchers.consumeDue() == [])
    }

    @Test func damageIsJoinedUntilTheFrameWasSent() {
        watchers.add(1)
        _ = watchers.consumeDue()
        watchers.damage([left])
        watchers.damage([right])
        #expect(watchers.consumeDue() == [])
        #expect(watchers.setReady(1))
        #expect(watchers.consumeDue() == [Watchers.Due(areas: [both], watchers: [1])])
        #expect(!watchers.hasReady)
        #expect(watchers.setReady(1) && watchers.hasReady)
        #expect(watchers.consumeDue() == [])
        watchers.damage([right])
        #expect(watchers.consumeDue() == [Watchers.Due(areas: [right], watchers: [1])])
    }

    @Test func watchersOfTheSamePartShareItsFrame() {
        for number in 1...3 { watchers.add(number) }
        #expect(watchers.consumeDue() == [Watchers.Due(areas: nil, watchers: [1, 2, 3])])
        for number in 1...2 { _ = watchers.setReady(number) }
        watchers.damage([left])
        #expect(watchers.consumeDue() == [Watchers.Due(areas: [left], watchers: [1, 2])])
        watchers.damage([right])
        for number in 1...3 { #expect(watchers.setReady(number)) }
        let due = [Watchers.Due(areas: [right], watchers: [1, 2]), Watchers.Due(areas: [both], watchers: [3])]
        #expect(watchers.consumeDue() == due)
    }

    @Test func viewsGetSeveralRectanglesThatDoNotOverlap() {
        let views = Watchers(areas: 3, mostUnseen: nil)
        views.add(1)
        _ = views.consumeDue()
        _ = views.setReady(1)
        let places = [(0, 0), (100, 0), (0, 100), (4, 4), (98, 2), (0, 106)]
        for (x, y) in places { views.damage([PixelRect(x: x, y: y, width: 6, height: 6)]) }
        let areas = views.consumeDue().first?.areas ?? []
        #expect(areas.count == 3)
        for (x, y) in places {
            #expect(areas.contains { $0.union(PixelRect(x: x, y: y, width: 6, height: 6)) == $0 }, "\(x), \(y)")
        }
        for (index, area) in areas.enumerated() {
            for other in areas[(index + 1)...] {
                #expect(area.union(other).pixelCount >= area.pixelCount + other.pixelCount)
            }
        }
    }

    @Test func twoFramesMayWaitForAConfirmation() {
        let views = Watchers(areas: 8, mostUnseen: 2)
        views.add(1)
        for _ in 0..<2 {
            #expect(views.consumeDue().count == 1)
            _ = views.setReady(1)
            views.damage([left])
        }
        #expect(!views.hasReady && views.consumeDue().isEmpty)
        views.damage([right])
        #expect(views.confirm(1))
        #expect(views.consumeDue() == [Watchers.Due(areas: [left, right], watchers: [1])])
        // The next thread that draws the same view continues with the unconfirmed frames.
        #expect(views.remove(1) == 2)
        views.add(1, unseen: 2)
        #expect(!views.hasReady)
        // Confirmations beyond the number of frames have no effect.
        for _ in 0..<5 { #expect(views.confirm(1)) }
        #expect(views.consumeDue().count == 1)
        _ = views.setReady(1)
        views.damage([left])
        #expect(views.consumeDue().count == 1)
        _ = views.setReady(1)
        views.damage([left])
        #expect(views.consumeDue().isEmpty)
    }

    @Test func aWatcherThatHasLeftIsNotReady() {
        watchers.add(1)
        watchers.remove(1)
        #expect(watchers.isEmpty)
        #expect(!watchers.setReady(1))
        #expect(watchers.consumeDue() == [])
    }
}

@Suite(.serialized) struct RemoteDisplayTests {
    @dynamicMemberLookup private struct Frame {
        let watchers: [Int]
        let picture: PictureFrame

        subscript<Value>(dynamicMember path: KeyPath<PictureFrame, Value>) -> Value { picture[keyPath: path] }
    }

    /// The frames that a display's thread has reported.
    private final class Frames {
        var thread: RenderThread?
        private var made: [Frame] = []

        /// Collects new frames. Returns all new reports.
        @discardableResult
        func poll() -> [DisplayReport] {
            let reports = thread?.consumeReports() ?? []
            for case .frame(let watchers, let members, _) in reports {
                let line = Array("{\"event\":\"frame\",\"seq\":1,\"time\":1.0".utf8) + members
                let read = try? line.withUnsafeBytes { try ServerLine($0) }
                guard case .event(let event) = read, case .frame(let picture) = event.content else {
                    Issue.record("\(String(decoding: line, as: UTF8.self)) is no frame")
                    continue
                }
                made.append(Frame(watchers: watchers, picture: picture))
            }
            return reports
        }

        var count: Int {
            poll()
            return made.count
        }

        func consume() -> [Frame] {
            poll()
            defer { made = [] }
            return made
        }
    }

    private let frames = Frames()

    private func start(blankAfter: Interval = .zero) throws -> RenderThread {
        let settings = DisplaySettings(
            name: "panel", output: .remote(width: 200, height: 160), framesPerSecond: 240, blankAfter: blankAfter)
        let thread = try RenderThread(settings)
        frames.thread = thread
        return thread
    }

    private func show(_ number: Int, on thread: RenderThread) {
        let state = NumberState.of(number)
        thread.show(state) { $0 = state }
    }

    private func pass(milliseconds: Int64) {
        guard let never = try? EventDescriptor() else { return }
        never.descriptor.wait(for: .readable, until: MonotonicClock.now + .milliseconds(milliseconds))
    }

    /// The next frames, after a wait of two seconds at most.
    private func next(_ count: Int = 1) -> [Frame] {
        let end = MonotonicClock.now + .seconds(2)
        while frames.count < count, MonotonicClock.now < end { pass(milliseconds: 1) }
        return frames.consume()
    }

    private func picture(of thread: RenderThread) -> [UInt8]? {
        thread.requestPicture(5)
        let end = MonotonicClock.now + .seconds(2)
        while MonotonicClock.now < end {
            for case .picture(5, let png, _) in frames.poll() { return png }
            pass(milliseconds: 1)
        }
        return nil
    }

    private func isSame(_ one: Bitmap, as other: Bitmap) -> Bool {
        guard one.pixels.width == other.pixels.width, one.pixels.height == other.pixels.height else { return false }
        for y in 0..<one.pixels.height {
            for x in 0..<one.pixels.width where one.pixels[x, y] != other.pixels[x, y] { return false }
        }
        return true
    }

    private func lay(_ frames: [Frame], on composed: Bitmap) throws {
        for frame in frames {
            #expect(!frame.isWhole)
            let part = try Bitmap(png: frame.png)
            #expect((part.pixels.width, part.pixels.height) == (frame.width, frame.height))
            #expect(composed.pixels.copy(part.pixels, toX: frame.x, y: frame.y))
        }
    }

    @Test func framesComposeThePicture() throws {
        let thread = try start()
        thread.watch(1)
        show(5, on: thread)
        let first = try #require(next().first)
        #expect(first.isWhole && first.watchers == [1] && (first.width, first.height) == (200, 160))
        let composed = try Bitmap(png: first.png)
        for number in 0..<100 {
            show(number * 37 % 101, on: thread)
            thread.setReady(1)
            try lay(next(), on: composed)
        }
        // On a busy machine the last frame may be late, so it is awaited here.
        thread.setReady(1)
        try lay(next(), on: composed)
        let shown = try Bitmap(png: try #require(picture(of: thread)))
        #expect(isSame(composed, as: shown))
        #expect(thread.stop())
    }

    @Test func aWatcherWhoseFrameWaitsGetsNoOther() throws {
        let thread = try start()
        show(5, on: thread)
        thread.watch(1)
        #expect(next().count == 1)
        for number in 6...20 {
            show(number, on: thread)
            pass(milliseconds: 5)
        }
        // No watcher is ready, so nothing is drawn.
        #expect(frames.count == 0 && thread.statistics.frames == 1)
        // A second watcher that joins meanwhile is not delayed, and gets a frame of its own.
        thread.watch(2)
        let second = next()
        #expect(second.map(\.watchers) == [[2]] && second.allSatisfy(\.isWhole))
        thread.setReady(1)
        let joined = next()
        #expect(joined.map(\.watchers) == [[1]] && !joined.contains(where: \.isWhole))
        #expect(thread.stop())
    }

    @Test func aDisplayThatWasDarkBeforeItsFirstFrameHasAPicture() throws {
        let thread = try start(blankAfter: .milliseconds(1))
        thread.watch(1)
        let black = try #require(next().first)
        #expect(black.isDark && black.isWhole)
        show(5, on: thread)
        let drawn = try Bitmap(png: try #require(picture(of: thread)))
        let shown = try Bitmap(png: black.png)
        #expect(!isSame(drawn, as: shown))
        // The display stays dark: it sends no frame with the picture.
        thread.setReady(1)
        pass(milliseconds: 20)
        #expect(!frames.consume().contains { !$0.isDark })
        thread.recordHand(at: MonotonicClock.now)
        #expect(thread.stop())
    }

    @Test func nothingIsDrawnWithoutAWatcher() throws {
        let thread = try start()
        show(5, on: thread)
        pass(milliseconds: 100)
        for number in 6...9 {
            show(number, on: thread)
            pass(milliseconds: 10)
        }
        #expect(thread.statistics.frames == 0 && frames.count == 0)
        // A picture that is requested is drawn, and has the newest state.
        let old = try #require(picture(of: thread))
        show(80, on: thread)
        #expect(try #require(picture(of: thread)) != old)
        #expect(thread.statistics.frames == 2 && frames.count == 0)
        thread.watch(1)
        #expect(next().count == 1)
        // A picture that was drawn in motion is drawn once more at rest.
        let drawn = thread.statistics.frames
        #expect(drawn <= 3)
        thread.unwatch(1)
        show(20, on: thread)
        pass(milliseconds: 50)
        #expect(thread.statistics.frames == drawn && frames.count == 0)
        #expect(thread.stop())
    }

    @Test func aFrameThatIsReportedNamesItsWatchers() throws {
        let thread = try start()
        show(5, on: thread)
        thread.watch(3)
        let end = MonotonicClock.now + .seconds(2)
        var reports: [DisplayReport] = []
        while reports.count < 2, MonotonicClock.now < end {
            reports += thread.consumeReports()
            pass(milliseconds: 1)
        }
        #expect(reports.first == .attached("remote", PixelSize(width: 200, height: 160), .usual(200, 160)))
        guard case .frame([3], let members, let time) = reports.last else {
            Issue.record("\(reports)")
            return
        }
        let line = String(decoding: members, as: UTF8.self)
        #expect(line.hasPrefix(#","display":"panel","x":0,"y":0,"width":200,"height":160,"whole":true,"png":""#))
        #expect(line.hasSuffix("\"}\n"))
        #expect(MonotonicClock.now - time < .seconds(2))
        #expect(thread.stop())
    }
}
