internal import CEvdev
import WheelCore
import WheelModel

/// Plays a recording. The events have the times of the recording, but they are sent without waiting. No device is
/// opened.
///
/// The events pass through the same decoders as the events of a device. The decoder is made at the first event: by then
/// the state codes of the recording have given the levels of the lines, and the state of axes and slots. The decoded
/// device has only the axes and keys that the recording contains. So if the recording contains one key, this key is the
/// only button.
public final class Replay {
    private let recording: Recording
    private let settings: InputSettings
    private let buttonDebounce: Interval
    private let merger: InputMerger
    private let start: Instant
    private var knob: KnobFrames?
    private var touch: TouchFrames?
    private var lines: LineDecoder?
    private var fed: FedReplay?
    /// The last value of each state code that has occurred so far.
    private var state: [StateCode: Int] = [:]

    /// Plays as the input with index `input`. The recording begins at the time `start`.
    public init(
        _ recording: Recording, as settings: InputSettings, buttonDebounce: Interval = .milliseconds(20),
        input: Int = 0, from start: Instant, receiver: any InputReceiver
    ) {
        self.recording = recording
        self.settings = settings
        self.buttonDebounce = buttonDebounce
        self.start = start
        merger = InputMerger(index: input, receiver: receiver)
    }

    /// Plays the whole recording. Returns the time of the recording's last event.
    @discardableResult
    public func play() -> Instant {
        var time = start
        for event in recording.events {
            time = start + event.time
            wake(upTo: time)
            if let code = StateCode(rawValue: event.code) {
                apply(code, event.value, at: time)
                continue
            }
            begin(at: time)
            if fed != nil {
                fed?.apply(event.code, event.value, at: time, merger)
            } else if let role = LineRole.allCases.first(where: { $0.code == event.code }) {
                // Sequence numbers reveal lost edges. They are not needed here, because LOST marks lost edges in a
                // recording.
                let edge = LineEdge(time: time, role: role, sequence: 0, isClosed: event.value != 0)
                lines?.apply(edge, merger: merger)
            } else if let (type, code) = KernelName.event(named: event.code), let value = Int32(exactly: event.value) {
                apply(type, code, value, at: time)
            }
        }
        return time
    }

    /// Sends the debounced levels that are due by `time`. A level becomes due by the passing of time, without an event.
    public func wake(upTo time: Instant) {
        while let due = lines?.deadline, due <= time { lines?.wake(at: due, merger: merger) }
    }

    private func apply(_ type: UInt16, _ code: UInt16, _ value: Int32, at time: Instant) {
        if Int32(type) == EV_SYN, Int32(code) == SYN_DROPPED {
            merger.drop(1, at: time)
            knob?.discardFrame()
            if touch != nil {
                merger.send(.touchesCancelled, at: time)
                touch?.reportNextFrame()
            }
            return
        }
        knob?.apply(type: type, code: code, value: value, at: time, merger: merger)
        touch?.apply(type: type, code: code, value: value, at: time, merger: merger)
    }

    private func apply(_ code: StateCode, _ value: Int, at time: Instant) {
        switch code {
        case .lost:
            begin(at: time)
            lines?.resynchronise(levels, lost: value, at: time, merger: merger)
        case .merged:
            begin(at: time)
            lines?.reportMerged(value, at: time, merger: merger)
        case .unplugged:
            if touch != nil { merger.send(.touchesCancelled, at: time) }
            fed = nil
            // The old levels are dropped: when the device is opened again, the recording contains the levels of that
            // time.
            lines = nil
            for code in StateCode.levels { state[code] = nil }
            merger.reset()
            merger.send(.state(.lost, detail: ""), at: time)
        case .levelA, .levelB, .levelButton:
            // If a level occurs a second time, it was read again after lost edges. The decoder must begin with the
            // first levels, so the decoder is made before the new level is stored.
            if state[code] != nil { begin(at: time) }
            state[code] = value
        case .counter, .countsPerTurn, .detentsPerTurn, .axisMinimum, .axisMaximum, .axisFuzz,
            .axisFingers, .axisPosition, .slots, .xMinimum, .xMaximum, .xResolution, .yMinimum, .yMaximum, .yResolution,
            .width, .height:
            state[code] = value
        }
    }

    private var levels: LineLevels {
        var levels = LineLevels()
        levels[.a] = state[.levelA] == 1
        levels[.b] = state[.levelB] == 1
        levels[.button] = state[.levelButton] == 1
        return levels
    }

    private func begin(at time: Instant) {
        switch settings.source {
        case .gpio(let gpio):
            guard lines == nil else { return }
            lines = LineDecoder(
                gpio, isDetentless: settings.isDetentless, buttonDebounce: buttonDebounce, levels, merger)
            if state[.levelButton] != nil { lines?.reportLevels(levels, at: time, merger) }
        case .evdev(let evdev):
            guard knob == nil else { return }
            func number(_ code: StateCode) -> Int? { state[code].flatMap { $0 > 0 ? $0 : nil } }
            let (detents, counts) = (number(.detentsPerTurn), number(.countsPerTurn))
            let known = detents == nil && counts == nil ? nil : KnownKnob(detents: detents, countsPerTurn: counts)
            let isCounter = state[.counter] == AbsoluteCounter.modulus
            let facts = AbsoluteAxis.Facts(state)
            knob = KnobFrames(
                settings, evdev, share, counts: { _ in isCounter }, known: known,
                absolute: { _ in facts.hasRange ? facts : nil }, merger: merger)
        case .touch(let screen):
            guard touch == nil else { return }
            let geometry = TouchGeometry(
                x: .init(state, .xMinimum, .xMaximum, .xResolution),
                y: .init(state, .yMinimum, .yMaximum, .yResolution),
                matrix: screen.matrix ?? [])
            let slots = state[.slots] ?? TouchFrames.mostSlots
            merger.send(.surface(geometry.size), at: time)
            touch = TouchFrames(
                slotCount: slots > 0 ? slots : nil, device: 0, transform: geometry.transform(to: nil))
        case .client(let client):
            if fed == nil { fed = FedReplay(client, codes: recording.events.map(\.code), settings, merger) }
            guard let width = state[.width], let height = state[.height] else { return }
            fed?.resize(to: Size(width: Double(width), height: Double(height)), at: time, merger)
        }
    }

    /// The axes and keys that occur in the recording.
    private var share: NodeShare {
        let events = recording.events.compactMap {
            StateCode(rawValue: $0.code) == nil ? KernelName.event(named: $0.code) : nil
        }
        func all(_ type: Int32) -> CodeSet {
            CodeSet(events.filter { Int32($0.type) == type }.map { Int32($0.code) })
        }
        return NodeShare(relative: all(EV_REL), absolute: all(EV_ABS), keys: all(EV_KEY))
    }
}

extension AbsoluteAxis.Facts {
    fileprivate init(_ state: [StateCode: Int]) {
        let position = state[.axisPosition]
        let (minimum, maximum) = (state[.axisMinimum] ?? 0, state[.axisMaximum] ?? 0)
        self.init(
            minimum: minimum, maximum: maximum, fuzz: max(0, state[.axisFuzz] ?? 0),
            position: position.map { min(max($0, minimum), max(minimum, maximum)) },
            isTouched: state[.axisFingers] == 1)
    }
}

extension TouchGeometry.Axis {
    fileprivate init(
        _ state: [StateCode: Int], _ minimum: StateCode, _ maximum: StateCode, _ resolution: StateCode
    ) {
        func value(_ code: StateCode) -> Int32 { Int32(clamping: state[code] ?? 0) }
        self.init(minimum: value(minimum), maximum: value(maximum), resolution: value(resolution))
    }
}
