internal import CAllocationCounter
internal import LinuxSystem
import Testing
internal import WheelCore
internal import WheelModel

@testable internal import WheelInput

@Suite struct FeedingTests {
    private final class Sink: InputReceiver {
        var calls = 0

        func receive(_ event: InputEvent, from input: Int, at time: Instant) { calls += 1 }

        func buttons(named names: [String], of input: Int) -> [Int] { Array(names.indices) }
    }

    private func feed(_ instrument: Instrument, _ events: FedEvent..., client: Int = 1, input: Int = 0) throws {
        try instrument.hub?.feed(input, .feed("", events), from: client, at: .now)
    }

    @Test func aClientIsADevice() throws {
        let instrument = try Instrument(.client(ClientInputSettings()))
        try feed(instrument, FedEvent(.turn(units: 240)), FedEvent(.button(nil, isDown: true)))
        #expect(instrument.count == 2)
        instrument.hub?.clientLeft(2, at: .now)
        #expect(instrument.hub?.state(of: 0).state == .attached)
        instrument.hub?.clientLeft(1, at: .now)
        #expect(instrument.hub?.state(of: 0).state == .waiting)
        #expect(
            instrument.lines == [
                "waiting", "attached", "turned 240", "pressed", "lost", "waiting",
            ])
    }

    @Test func onlyOneClientFeedsAnInput() throws {
        let instrument = try Instrument(.client(ClientInputSettings()))
        try feed(instrument, FedEvent(.turn(units: 120)))
        #expect(throws: CommandRefusal.busy(input: "input0", client: 1)) {
            try feed(instrument, FedEvent(.turn(units: 120)), client: 2)
        }
        try instrument.hub?.unfeed(0, from: 1, at: .now)
        try feed(instrument, FedEvent(.turn(units: 120)), client: 2)
        #expect(instrument.count == 2)
    }

    @Test func aReversedInputTurnsTheOtherWay() throws {
        let instrument = try Instrument(.client(ClientInputSettings(isReversed: true)))
        try feed(instrument, FedEvent(.turn(units: 360)))
        #expect(instrument.count == -3)
    }

    @Test func contactsAreScaledToTheDisplay() throws {
        let instrument = try Instrument(.client(ClientInputSettings()))
        instrument.hub?.setTouchArea(of: 0, to: Size(width: 800, height: 480))
        let contact = FedContact(id: 5, position: Point(x: 10, y: 60))
        try instrument.hub?.feed(
            0, .feed("", FedEvent(.contacts([contact])), size: Size(width: 80, height: 120)), from: 1, at: .now)
        #expect(instrument.contacts == [TouchContact(id: 5, position: Point(x: 100, y: 240))])
        #expect(instrument.surfaces == [TouchSurfaceSize(units: Size(width: 80, height: 120))])
    }

    @Test func namedButtonsKeepTheirStateWhenTheirNumbersChange() throws {
        let sink = Sink()
        let merger = InputMerger(index: 0, receiver: sink)
        var frames = FedFrames(ClientInputSettings(), buttonNames: ["a", "b"], merger: merger)
        frames.apply(.button("b", isDown: true), area: nil, at: .now, merger)
        #expect(sink.calls == 1)
        merger.resetButtons()
        frames.renumber(buttonNames: ["b", "c"], merger)
        #expect(frames.heldButtons == ["b"])
        frames.apply(.button("b", isDown: true), area: nil, at: .now, merger)
        #expect(sink.calls == 1)
        frames.apply(.button("b", isDown: false), area: nil, at: .now, merger)
        #expect(sink.calls == 2)
    }

    @Test(.enabled(if: allocations_are_counted())) func aFedEventAllocatesNothing() throws {
        let sink = Sink()
        let device = FedDevice(
            ClientInputSettings(), client: 1, buttonNames: [], merger: InputMerger(index: 0, receiver: sink), at: .now)
        let contacts = [FedContact(id: 1, position: Point(x: 1, y: 2))]
        let events = [
            FedEvent(.turn(units: 120), seconds: 3), FedEvent(.button(nil, isDown: true)),
            FedEvent(.button(nil, isDown: false)), FedEvent(.contacts(contacts)), FedEvent(.contacts([])),
        ]
        let now = Instant.now
        func feedAll() { for index in events.indices { device.apply(events[index], at: now) } }
        for _ in 0..<4 { feedAll() }
        let before = allocations_of_this_thread()
        for _ in 0..<10 { feedAll() }
        #expect(allocations_of_this_thread() - before == 0)
        #expect(sink.calls > 60)
    }
}
