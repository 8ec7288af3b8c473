import Testing
import WheelCore
import WheelModel

@testable import WheelClient
@testable import WheelWire

@Suite struct EventBufferTests {
    private static func event(_ seq: Int, _ content: Event.Content) -> Occurrence {
        .event(Event(seq: seq, time: Instant(microseconds: Int64(seq)), content: content))
    }

    private static func value(_ seq: Int, _ control: String, delta: Double = 1, skipped: Int = 0) -> Occurrence {
        event(
            seq,
            .value(
                ValueEvent(
                    control: control, value: .number(Double(seq)), speed: "one", source: .client(1), delta: delta,
                    isEditing: false, skipped: skipped)))
    }

    private static func commit(_ seq: Int) -> Occurrence {
        event(seq, .commit(control: "a", .number(Double(seq)), cursor: nil, .client(1)))
    }

    private static func read(_ buffer: inout EventBuffer) -> [Event] {
        var events: [Event] = []
        while let next = buffer.next() {
            if case .event(let event) = next { events.append(event) }
        }
        return events
    }

    private static func values(_ events: [Event]) -> [ValueEvent] {
        events.compactMap { if case .value(let value) = $0.content { value } else { nil } }
    }

    @Test func everythingIsThereUpToTheLimit() {
        var buffer = EventBuffer()
        for seq in 1...EventBuffer.most { buffer.add(Self.value(seq, "a")) }
        #expect(Self.read(&buffer).map(\.seq) == Array(1...EventBuffer.most))
        #expect(buffer.isEmpty)
    }

    @Test func pastItValuesAreMergedAndNoneIsForgotten() {
        var buffer = EventBuffer()
        let count = 10_000
        for seq in 1...count { buffer.add(Self.value(seq, seq % 3 == 0 ? "a" : "b", delta: 0.5)) }
        #expect(buffer.count <= EventBuffer.most)
        let events = Self.read(&buffer)
        let values = Self.values(events)
        #expect(events.map(\.seq) == events.map(\.seq).sorted())
        #expect(events.last?.seq == count)
        #expect(values.count + values.reduce(0) { $0 + $1.skipped } == count)
        #expect(values.reduce(0) { $0 + $1.delta } == Double(count) / 2)
        #expect(values.last { $0.control == "a" }?.value == .number(9999))
    }

    @Test func pastItTerseValuesReplaceOlderOnes() {
        var buffer = EventBuffer()
        for seq in 1...1000 {
            buffer.add(Self.event(seq, .terse(control: seq % 3 == 0 ? "a" : "b", .number(Double(seq)))))
        }
        #expect(buffer.count <= EventBuffer.most)
        let events = Self.read(&buffer)
        #expect(events.map(\.seq) == events.map(\.seq).sorted())
        #expect(events.last { $0.content == .terse(control: "a", .number(999)) } != nil)
        #expect(events.last?.content == .terse(control: "b", .number(1000)))
    }

    @Test func whatTheDaemonSkippedIsCountedToo() {
        var buffer = EventBuffer()
        for seq in 0...EventBuffer.most { buffer.add(Self.value(seq, "a", skipped: 2)) }
        let values = Self.values(Self.read(&buffer))
        #expect(values.map(\.skipped) == [EventBuffer.most * 3 + 2])
    }

    @Test func commitsOutlastOtherEvents() {
        var buffer = EventBuffer()
        for seq in 1...600 { buffer.add(seq % 3 == 0 ? Self.commit(seq) : Self.event(seq, .lock(seq % 2 == 0))) }
        let events = Self.read(&buffer)
        let commits = events.filter { if case .commit = $0.content { true } else { false } }
        #expect(commits.count == 200)
        var told = 0
        for case .missed(let count) in events.map(\.content) { told += count }
        #expect(told + events.count - 1 == 600)
        #expect(events.map(\.seq) == events.map(\.seq).sorted())
    }

    @Test func commitsGoLast() {
        var buffer = EventBuffer()
        for seq in 1...(EventBuffer.most + 10) { buffer.add(Self.commit(seq)) }
        let events = Self.read(&buffer)
        #expect(events.first?.content == .missed(10))
        #expect(events.dropFirst().map(\.seq) == Array(11...(EventBuffer.most + 10)))
    }

    @Test func comingAndGoingDoesNotFillTheMemory() {
        var buffer = EventBuffer()
        for _ in 1...1000 { buffer.add(.disconnected(.closed)) }
        #expect(buffer.count == EventBuffer.most)
    }

    private static func frame(_ display: String, _ number: Int, whole: Bool = false) -> PictureFrame {
        PictureFrame(display: display, x: number, y: 0, width: 1, height: 1, isWhole: whole, png: [])
    }

    /// Admits a frame, and adds it if it is kept.
    private static func put(_ frame: PictureFrame, in buffer: inout EventBuffer) -> EventBuffer.FrameFate {
        let fate = buffer.admit(frame)
        if fate == .kept { buffer.add(event(1, .frame(frame))) }
        return fate
    }

    private static func frames(_ events: [Event]) -> [String] {
        events.compactMap { if case .frame(let frame) = $0.content { "\(frame.display)\(frame.x)" } else { nil } }
    }

    @Test func aPictureThatLacksAFrameBeginsAnew() {
        var buffer = EventBuffer()
        #expect(Self.put(Self.frame("a", 0, whole: true), in: &buffer) == .kept)
        #expect(Self.put(Self.frame("b", 0, whole: true), in: &buffer) == .kept)
        for number in 1..<EventBuffer.mostFrames {
            #expect(Self.put(Self.frame("a", number), in: &buffer) == .kept)
        }
        #expect(Self.put(Self.frame("a", 100), in: &buffer) == .watchedAgain)
        // This frame was sent before the new watch, so it is dropped.
        #expect(Self.put(Self.frame("a", 101), in: &buffer) == .dropped)
        #expect(Self.put(Self.frame("b", 1), in: &buffer) == .kept)
        #expect(Self.put(Self.frame("a", 200, whole: true), in: &buffer) == .kept)
        #expect(Self.put(Self.frame("a", 201), in: &buffer) == .kept)
        #expect(Self.frames(Self.read(&buffer)) == ["b0", "b1", "a200", "a201"])
    }

    @Test func aWholePictureReplacesFramesThatWereNotRead() {
        var buffer = EventBuffer()
        for number in 0..<100 {
            #expect(Self.put(Self.frame("a", number, whole: number % 10 == 0), in: &buffer) == .kept)
        }
        #expect(Self.frames(Self.read(&buffer)) == (90..<100).map { "a\($0)" })
    }

    @Test func noFrameGoesForOtherEvents() {
        var buffer = EventBuffer()
        for number in 0..<10 { _ = Self.put(Self.frame("a", number, whole: number == 0), in: &buffer) }
        for seq in 2...1000 { buffer.add(seq % 2 == 0 ? Self.commit(seq) : Self.event(seq, .lock(true))) }
        #expect(buffer.count == EventBuffer.most)
        #expect(Self.frames(Self.read(&buffer)).count == 10)
    }
}
