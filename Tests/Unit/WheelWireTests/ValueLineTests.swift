import Testing
import WheelCore

@testable import WheelModel
@testable import WheelServer
@testable import WheelWire

/// A value's line, which is the same for all clients up to its last members.
@Suite struct ValueLineTests {
    private let change = ValueChange(
        control: 0, reading: .number(14.1), delta: 0.1, speed: 0, source: .input(0), isEditing: true)
    private let head =
        #"{"event":"value","seq":7,"time":1.000000,"control":"frequency","value":14.1,"speed":"coarse","#
        + #""source":"input","input":"knob","editing":true"#

    private func line(text: String? = nil) -> ValueLine {
        let line = ValueLine()
        let stamp = EventStamp(seq: 7, time: Instant(microseconds: 1_000_000))
        line.write(EventTests.writer.event(change, in: Changes(), text: text), stamp)
        return line
    }

    @Test func aClientThatKeepsUpGetsTheChangeAsItIs() {
        let line = line()
        let sent = written { line.append(WaitingValue(WaitingValue.Subject(0), delta: change.delta), to: &$0) }
        #expect(sent == head + #","delta":0.1}"# + "\n")
        let whole = Change(time: Instant(microseconds: 1_000_000), event: .value(change))
        #expect(sent == written { EventTests.writer.write(whole, seq: 7, in: Changes(), to: &$0) })
    }

    @Test func aClientThatReadsSlowlyGetsTheSumAndTheCount() {
        let line = line()
        var pending = WaitingValue(WaitingValue.Subject(0), delta: 0.5)
        pending.merge(WaitingValue(WaitingValue.Subject(pending.subject.control), delta: 0.25))
        pending.merge(WaitingValue(WaitingValue.Subject(pending.subject.control), delta: -1))
        #expect(written { line.append(pending, to: &$0) } == head + #","delta":-0.25,"skipped":2}"# + "\n")
    }

    @Test func aClientThatWantsTheTextGetsIt() {
        let line = line(text: "14.1 \"MHz\"")
        var pending = WaitingValue(WaitingValue.Subject(0), delta: 0.5)
        #expect(
            written { line.append(pending, as: .text, to: &$0) }
                == head + #","delta":0.5,"text":"14.1 \"MHz\""}"# + "\n")
        #expect(written { line.append(pending, to: &$0) } == head + #","delta":0.5}"# + "\n")
        pending.merge(WaitingValue(WaitingValue.Subject(pending.subject.control), delta: 0.5))
        #expect(
            written { line.append(pending, as: .text, to: &$0) }
                == head + #","delta":1,"text":"14.1 \"MHz\"","skipped":1}"# + "\n")
    }

    @Test func aTerseLineIsAPartOfTheSameBytes() {
        let terse = #"{"event":"value","seq":7,"control":"frequency","value":14.1}"# + "\n"
        let line = line(text: "14.1 MHz")
        var waiting = WaitingValue(WaitingValue.Subject(0), delta: 0.5)
        waiting.merge(WaitingValue(WaitingValue.Subject(0), delta: 0.5))
        #expect(written { line.append(waiting, as: .terse, to: &$0) } == terse)
        #expect(terse.utf8.count <= 62)
    }

    @Test func theTerseLineOfASelectionHasNoCursor() {
        let line = ValueLine()
        let value = ValueEvent(
            control: "steps", value: .positions(["1", "\"9"]), cursor: "9", speed: "medium", source: .client(1),
            delta: 0, isEditing: true)
        line.write(value, EventStamp(seq: 8, time: .distantFuture))
        #expect(
            written { line.append(WaitingValue(WaitingValue.Subject(4)), as: .terse, to: &$0) }
                == #"{"event":"value","seq":8,"control":"steps","value":["1","\"9"]}"# + "\n")
    }

    @Test func aPendingValueIsNeverTerse() {
        let line = ValueLine()
        line.write(pending: .number(3), of: "gain", by: .ramp, text: nil, EventStamp(seq: 8, time: .distantFuture))
        let waiting = WaitingValue(WaitingValue.Subject(4, isPending: true))
        #expect(
            written { line.append(waiting, as: .terse, to: &$0) } == written { line.append(waiting, to: &$0) })
    }

    @Test func theLineIsThatOfTheNewestValue() {
        let line = line(text: "a very long text that a shorter one replaces")
        let newer = ValueChange(
            control: 3, reading: .position(0), delta: -1, speed: 2, source: .ramp, isEditing: false)
        let stamp = EventStamp(seq: 8, time: Instant(microseconds: 2_000_000))
        line.write(EventTests.writer.event(newer, in: Changes()), stamp)
        #expect(
            written { line.append(WaitingValue(WaitingValue.Subject(3), delta: -1), as: .text, to: &$0) } == """
                {"event":"value","seq":8,"time":2.000000,"control":"filter","value":"low-pass","speed":"fine",\
                "source":"ramp","editing":false,"delta":-1}

                """)
    }
}
