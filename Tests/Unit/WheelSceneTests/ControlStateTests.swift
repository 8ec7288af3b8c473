import ModelTestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// A control's state in a picture, and the word for it.
@Suite struct ControlStateTests {
    private static let start = Instant(microseconds: 5_000_000)

    private struct Bench {
        var panel: Panel
        var changes = Changes()
        var time = ControlStateTests.start

        init(_ controls: [ControlSettings], ramps: [RampSettings] = []) {
            panel = Panel(PanelSettings(controls: controls, ramps: ramps))
        }

        func picture(_ control: Int = 0) -> ControlPicture { ControlPicture(panel.instrument, control, at: time) }

        func word(_ control: Int = 0) -> String? {
            StateWord.of(picture(control), panel.settings, at: time)?.words
        }

        mutating func set(_ value: Double, by client: Int = 1) throws {
            _ = try panel.set(0, to: .number(value), by: .client(client), at: time, into: &changes)
        }

        mutating func pass(_ seconds: Double) {
            time = time + .seconds(seconds)
            panel.wake(at: time, into: &changes)
        }
    }

    private static func measured(staleAfter: Double? = nil) -> ControlSettings {
        ControlSettings(
            name: "volts", quantity: .float(NumberSettings(range: ValueRange(-100, 100))),
            staleAfter: staleAfter.map { .seconds($0) }, movedByHands: false)
    }

    // MARK: The ends of the range

    @Test(arguments: [(0.0, "min"), (50, nil), (100, "max")] as [(Double, String?)])
    func anEndHasAWord(value: Double, word: String?) throws {
        var bench = Bench([.ranged("level", ValueRange(0, 100))])
        try bench.set(value)
        #expect(bench.word() == word)
    }

    @Test func whatWrapsHasNoEnd() throws {
        var bench = Bench([.ranged("azimuth", ValueRange(0, 360), wraps: true)])
        try bench.set(0)
        #expect(bench.picture().limit == nil)
        let choice = Bench([
            ControlSettings(
                name: "mode",
                quantity: .choice(PositionSettings(positions: [Position(name: "a"), Position(name: "b")])))
        ])
        #expect(choice.picture().limit == nil)
    }

    // MARK: Ramps

    @Test func aRampIsToldByItsName() throws {
        let motion = RampMotion(target: .to(90), duration: .seconds(10))
        var bench = Bench(
            [.ranged("angle", ValueRange(-180, 180))], ramps: [RampSettings(name: "sweep", control: 0, motion: motion)])
        #expect(bench.picture().ramp == nil)
        _ = try bench.panel.startRamp(motion, rampIndex: 0, on: 0, at: bench.time, into: &bench.changes)
        bench.pass(1)
        #expect(bench.picture().ramp == RampPicture(index: 0, isPaused: false))
        #expect(bench.word() == "> sweep")
        _ = try bench.panel.pauseRamp(of: 0, at: bench.time, into: &bench.changes)
        #expect(bench.word() == "= sweep")
        _ = try bench.panel.startRamp(motion, on: 0, at: bench.time, into: &bench.changes)
        #expect(bench.word() == "> moving")
        bench.pass(20)
        #expect(bench.picture().ramp == nil)
        #expect(bench.word() == nil)
    }

    // MARK: The age of a value

    @Test func aValueThatNobodyWritesGetsStale() throws {
        var bench = Bench([Self.measured(staleAfter: 4)])
        try bench.set(12)
        bench.pass(3.9)
        #expect(bench.word() == nil)
        bench.pass(0.1)
        #expect(bench.word() == "! old 4 s")
        bench.pass(1.5)
        #expect(bench.word() == "! old 5 s")
    }

    @Test func writingTheSameValueKeepsItFresh() throws {
        var bench = Bench([Self.measured(staleAfter: 4)])
        try bench.set(12)
        _ = bench.panel.prepare { $0.consumeFreshWrites() }
        bench.pass(3)
        try bench.set(12)
        let taken = [bench.panel.prepare { $0.consumeFreshWrites() }, bench.panel.prepare { $0.consumeFreshWrites() }]
        #expect(taken == [true, false])
        bench.pass(3)
        #expect(bench.word() == nil)
    }

    @Test func aValueIsStaleWhenItsWriterHasGone() throws {
        var bench = Bench([Self.measured()])
        try bench.set(12, by: 7)
        bench.pass(2)
        bench.panel.clientLeft(8, at: bench.time, into: &bench.changes)
        #expect(bench.word() == nil)
        bench.panel.clientLeft(7, at: bench.time, into: &bench.changes)
        #expect(bench.word() == "! old 2 s")
        try bench.set(12, by: 9)
        #expect(bench.word() == nil)
    }

    /// A script may connect only to write, once a minute: its value is not stale in between.
    @Test func theTimeOfTheConfigurationDecidesAlone() throws {
        var bench = Bench([Self.measured(staleAfter: 60)])
        try bench.set(12)
        bench.panel.clientLeft(1, at: bench.time, into: &bench.changes)
        bench.pass(59)
        #expect(bench.word() == nil)
        bench.pass(1)
        #expect(bench.word() == "! old 1 min")
    }

    /// A hand may have set the value, so it stays valid when its writer disconnects.
    @Test func whatHandsMoveStaysGoodWithoutItsWriter() throws {
        var bench = Bench([.ranged("level", ValueRange(-100, 100))])
        try bench.set(12)
        bench.panel.clientLeft(1, at: bench.time, into: &bench.changes)
        bench.pass(100)
        #expect(bench.word() == nil)
    }

    // MARK: No value yet

    @Test func whatClientsAloneMoveHasNoValueBeforeTheFirst() throws {
        var bench = Bench([Self.measured(), .ranged("level", ValueRange(0, 1))])
        #expect(!bench.picture().hasValue)
        #expect(bench.picture(1).hasValue)
        #expect(bench.picture().age == nil)
        // The number is already 0, but only a written number is a value.
        try bench.set(0)
        #expect(bench.picture().hasValue)
        var next = Panel(bench.panel.settings)
        next.adopt(
            bench.panel, Continuity(from: bench.panel.settings, toReloaded: next.settings), at: bench.time,
            into: &bench.changes)
        #expect(ControlPicture(next.instrument, 0, at: bench.time).hasValue)
    }

    @Test func aValueOfAnEarlierRunIsOld() {
        var bench = Bench([Self.measured()])
        bench.panel.restore(0, Instrument.Remembered(value: .number(12)))
        #expect(bench.picture().hasValue)
        #expect(bench.word() == "! old")
    }

    // MARK: What is pending

    @Test func aPendingValueCountsDown() {
        var bench = Bench([
            ControlSettings(
                name: "volts", quantity: .float(NumberSettings(range: ValueRange(0, 30))), confirmTimeout: .seconds(6))
        ])
        #expect(bench.picture().pendingUntil == nil)
        bench.panel.step(0, by: 1, source: .input(0), at: bench.time, into: &bench.changes)
        #expect(bench.picture().pendingUntil == Self.start + .seconds(6))
        #expect(bench.picture().waitText(at: bench.time) == "6 s")
        bench.pass(0.5)
        #expect(bench.picture().waitText(at: bench.time) == "6 s")
        bench.pass(5.4)
        #expect(bench.picture().waitText(at: bench.time) == "1 s")
        bench.pass(0.1)
        #expect(bench.picture().applied == nil)
    }

    // MARK: Rank

    @Test func anAlarmComesBeforeARampAndARampBeforeALimit() throws {
        let motion = RampMotion(target: .to(100), duration: .seconds(10))
        var bench = Bench([.ranged("level", ValueRange(0, 100))])
        _ = try bench.panel.startRamp(motion, on: 0, at: bench.time, into: &bench.changes)
        var picture = bench.picture()
        picture.limit = .least
        #expect(StateWord.of(picture, bench.panel.settings, at: bench.time)?.role == .accent)
        picture.knob = .waiting
        #expect(StateWord.of(picture, bench.panel.settings, at: bench.time)?.words == "! no knob")
        picture.age = AgePicture(writtenAt: bench.time, staleAt: bench.time)
        #expect(StateWord.of(picture, bench.panel.settings, at: bench.time)?.words == "! old 0 s")
    }

    // MARK: When a text changes

    /// Between two announced changes no text changes, and at each announced change a text does.
    @Test func everyChangeOfATextIsAnnounced() {
        var picture = Bench([Self.measured()]).picture()
        let (start, end) = (Self.start, Self.start + .seconds(400))
        picture.age = AgePicture(writtenAt: start, staleAt: start + .milliseconds(4300))
        picture.pendingUntil = start + .milliseconds(130_700)
        func texts(_ time: Instant) -> [String?] { [picture.ageText(at: time), picture.waitText(at: time)] }
        var changes = 0
        var time = start
        while let next = picture.nextChange(after: time), next < end {
            #expect(next > time)
            #expect(texts(next) != texts(time))
            #expect(texts(next + Interval(microseconds: -1)) == texts(time))
            (time, changes) = (next, changes + 1)
        }
        // The age has the texts "4 s" to "59 s", then "1 min" to "6 min". The remaining time has the texts "3 min" and
        // "2 min", then "60 s" to "1 s", then none.
        #expect(changes < 130 && changes > 100)
    }

    @Test func whatDoesNotAgeAnnouncesNoChange() {
        #expect(Bench([.ranged("level", ValueRange(0, 1))]).picture().nextChange(after: Self.start) == nil)
        var old = Bench([Self.measured()]).picture()
        old.age = AgePicture(writtenAt: nil, staleAt: .distantPast)
        #expect(old.nextChange(after: Self.start) == nil)
    }
}

extension StateWord {
    /// The word, after a sign that stands for its icon.
    fileprivate var words: String {
        switch icon {
        case .play: "> \(text)"
        case .pause: "= \(text)"
        case .alarm: "! \(text)"
        case .padlock, .close, nil: text
        }
    }
}
