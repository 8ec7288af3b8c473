import WheelCore

/// The output of one table `[[uinput.turn]]`: its waiting detents, and the key taps or scrolls that they become.
///
/// Taps are sent one by one, with `interval` between them, because the kernel's buffer for a reader has room for few
/// events. Taps that would wait longer than `longestWait` are dropped: the volume must not continue to rise after the
/// hand has stopped. Units of a wheel are sent together.
struct TurnOutput {
    let turn: UinputTurn
    /// The part of the turns so far that is less than a whole tap or unit.
    private var rest = 0.0
    /// The waiting taps, or the waiting units of the wheel. Negative means downwards.
    private var waiting = 0
    /// The scrolled units that have not completed a notch yet.
    private var scrolled = 0
    private var notBefore = Instant.distantPast
    /// Whether there was a detent since the last call of `send`.
    private var isFresh = false
    /// The time after which the waiting taps are too old.
    private var staleAt = Instant.distantPast

    /// All waiting taps are sent within this time.
    static let longestWait = Interval.milliseconds(100)
    /// The maximum number of units in one frame: 10 000 notches. The limit is needed because a program may move a
    /// control by any amount.
    static let mostUnits = 120 * 10_000
    /// The maximum number of taps that `flush` returns. They are sent without a pause, and the kernel's buffer for a
    /// reader has room for only 64 events: with each press and each release of a chord the device reports its keys and
    /// the end of the frame, and the held chord of up to eight keys follows.
    private static func mostFlushed(_ chord: KeyChord) -> Int {
        min(4, (64 - (KeyChord.most + 1)) / (2 * (chord.codes.count + 1)))
    }

    init(_ turn: UinputTurn) { self.turn = turn }

    private func most(_ interval: Interval) -> Int {
        switch turn.output {
        case .taps: max(1, Int(TurnOutput.longestWait.microseconds / max(1, interval.microseconds)))
        case .scroll: TurnOutput.mostUnits
        }
    }

    mutating func add(_ detents: Double, interval: Interval) {
        guard detents.isFinite else { return }
        isFresh = true
        switch turn.output {
        case .taps: rest += detents
        case .scroll(_, let units, _): rest += detents * units
        }
        // A rounding error must not hold back a whole tap.
        let whole = (rest + (rest < 0 ? -1e-6 : 1e-6)).rounded(.towardZero)
        let most = most(interval)
        guard whole.magnitude <= Double(most) else {
            rest = 0
            waiting = whole < 0 ? -most : most
            return
        }
        rest -= whole
        waiting = min(max(waiting + Int(whole), -most), most)
    }

    /// Sends one tap or all units, if they are due.
    mutating func send(at now: Instant, interval: Interval, _ act: (TurnStep) -> Void) {
        if isFresh { staleAt = now + TurnOutput.longestWait }
        isFresh = false
        guard waiting != 0, now >= notBefore else { return }
        // If the loop was late, the waiting taps are too old, but one tap is still sent for the last detent.
        if now > staleAt, case .taps = turn.output { waiting = waiting.signum() }
        notBefore = now + interval
        switch turn.output {
        case .taps(let up, let down):
            act(.tap(waiting > 0 ? up : down))
            waiting -= waiting.signum()
        case .scroll(let wheel, _, let hold): act(scroll(wheel, hold))
        }
    }

    private mutating func scroll(_ wheel: UinputWheel, _ hold: KeyChord) -> TurnStep {
        let units = waiting
        waiting = 0
        scrolled += units
        let notches = scrolled / 120
        scrolled -= notches * 120
        return .scroll(wheel, units: units, notches: notches, hold: hold)
    }

    /// Returns the waiting taps or scrolls, which must be sent before a held chord gives them another meaning. Returns
    /// at most four taps, fewer of a long chord, and drops the others.
    mutating func flush() -> [TurnStep] {
        defer { reset() }
        guard waiting != 0 else { return [] }
        switch turn.output {
        case .taps(let up, let down):
            let chord = waiting > 0 ? up : down
            return Array(repeating: .tap(chord), count: min(Int(waiting.magnitude), TurnOutput.mostFlushed(chord)))
        case .scroll(let wheel, _, let hold): return [scroll(wheel, hold)]
        }
    }

    mutating func reset() {
        rest = 0
        waiting = 0
    }

    var deadline: Instant? { waiting != 0 ? notBefore : nil }
}

enum TurnStep {
    case tap(KeyChord)
    case scroll(UinputWheel, units: Int, notches: Int, hold: KeyChord)
}
