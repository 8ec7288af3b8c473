import WheelCore
import WheelModel

/// Decodes the edges of an encoder and a button. `LineDecoder` makes no system calls, so that recorded edges and the
/// edges of a chip pass through the same code.
///
/// `QuadratureDecoder` converts the edges of A and B to units, and `Debouncer` converts the edges of a bouncing contact
/// to presses. This type keeps turns and presses in order, and compensates for edges that chips lose. For example, a
/// hand presses the knob and turns it:
///
///     0 ms  BUTTON closes    it may bounce, so nothing is sent yet
///     3 ms  A, B: a detent   the turn waits, because the press may precede it
///     20 ms                  the button has been stable: pressed at 0 ms is sent, and then the turn at 3 ms
///
/// A press has the time of the edge after which the level is stable. Turns wait for a possible press, so that events
/// are sent in the order of their times.
///
/// What can go wrong, in the order in which it is repaired:
/// - Edges of two lines arrive in the wrong order. Such edges are sorted by time. If two edges are from one interrupt,
///   their times do not show their order. Then the order is assumed in which the shaft continues to turn in its
///   direction.
/// - Edges did not fit into the kernel's buffer. `EdgeCount` detects this. The levels before the next edge are
///   computed from the edges that follow and the current levels, and the decoder continues from the computed levels.
/// - A chip has lost an edge, and no number shows it. If the lost edge was the last one of a turn, it would be missed
///   until the next turn. So the levels are read once after the lines have been quiet for a moment. The levels are read
///   even if the encoder seems to rest at a detent, because the first edge of the next detent may be the lost one.
struct LineDecoder {
    private struct Turn {
        var units: Int
        var time: Instant
    }

    private(set) var encoder: QuadratureDecoder?
    private var button: Debouncer?
    var buttonNumber: Int
    private(set) var holdsButton = false
    private let hasButton: Bool
    /// Whether the button is a switch whose level has not been reported yet.
    private var owesInitialLevel = false
    private var count: EdgeCount
    /// Turns that wait until the button's level is stable, but at most for its debounce interval.
    private var waiting: [Turn] = []
    /// Whether the last `settling` event reported that the button's level is not stable.
    private var isSettling = false
    /// The time of the encoder's last edge.
    private var lastEdge: Instant?
    private var lookDue: Instant?
    /// How long to wait after a failed read of the levels. The pause doubles with each failure, until an edge arrives
    /// or a read succeeds.
    private var pause = Self.quiet
    /// The levels that were read last, if the edge to these levels has not arrived. That edge may still arrive.
    private var suspected: LineLevels?

    private static let mostWaiting = 64
    /// After the time `quiet` without an edge the levels are read. If an edge is missing, they are read once more after
    /// the time `again`.
    private static let quiet = Interval.milliseconds(5)
    private static let again = Interval.milliseconds(1)
    /// The longest pause between reads of the levels over a bus that keeps failing.
    private static let longestPause = Interval.milliseconds(1280)
    /// On the processor's own lines, edges of two lines that are closer together than this are from one interrupt. The
    /// kernel handles the lines of an interrupt in the order of their numbers, and an edge gets its time when the
    /// kernel handles its line. On a GPIO expander these times are further apart, since the kernel reads the expander
    /// over its bus between them.
    private static let sameInterrupt = Interval(microseconds: 10)

    init(encoder: QuadratureDecoder?, button: Debouncer?, buttonNumber: Int, levels: LineLevels = LineLevels()) {
        count = EdgeCount(levels: levels)
        self.encoder = encoder
        self.button = button
        self.buttonNumber = buttonNumber
        hasButton = button != nil
        if hasButton, encoder != nil { waiting.reserveCapacity(Self.mostWaiting) }
    }

    init(
        _ settings: GPIOSettings, isDetentless: Bool, buttonDebounce: Interval, _ levels: LineLevels,
        _ merger: InputMerger
    ) {
        self.init(
            encoder: settings.encoder.map {
                QuadratureDecoder(
                    transitionsPerDetent: $0.transitionsPerDetent, rest: $0.rest, isDetentless: isDetentless,
                    isReversed: $0.isReversed, debounce: $0.debounce, a: levels[.a], b: levels[.b])
            },
            button: settings.button.map { _ in Debouncer(interval: buttonDebounce, level: levels[.button]) },
            buttonNumber: settings.button == nil ? 0 : merger.button(named: ""), levels: levels)
        owesInitialLevel = settings.reportsInitialLevel
    }

    // MARK: Time

    var deadline: Instant? {
        guard let settling = Instant.earliest(encoder?.deadline, button?.deadline) else { return lookDue }
        return .earliest(settling, endOfWaiting)
    }

    /// When the first waiting turn is sent at the latest, even if the button's contact does not stop bouncing.
    private var endOfWaiting: Instant? {
        guard let button, let first = waiting.first else { return nil }
        return first.time + button.interval
    }

    mutating func wake(at time: Instant, merger: InputMerger) {
        while let due = encoder?.deadline, due <= time {
            settleButton(by: due, merger)
            turn(by: encoder?.wake(at: due) ?? 0, at: due, merger)
        }
        settleButton(by: time, merger)
        sendWaiting(dueBy: time, merger)
    }

    /// Whether the caller should read the levels now and pass them to `look`.
    func wantsLook(at time: Instant) -> Bool {
        guard let lookDue, encoder?.deadline == nil, button?.deadline == nil else { return false }
        return lookDue <= time
    }

    /// Compares the levels that the decoder expects with the levels that were read after a while without edges. If the
    /// read has failed, `levels` is `nil`, and the levels are read again later.
    mutating func look(_ levels: LineLevels?, at time: Instant, merger: InputMerger) {
        lookDue = nil
        guard let levels else {
            lookDue = time + pause
            pause = min(Interval(microseconds: 2 * pause.microseconds), Self.longestPause)
            return
        }
        pause = Self.quiet
        let isButtonMissed = hasButton && button?.level != levels[.button]
        let missed = (encoder?.missedEdges(a: levels[.a], b: levels[.b]) ?? 0) + (isButtonMissed ? 1 : 0)
        guard missed > 0 else {
            suspected = nil
            return
        }
        guard suspected == levels else {
            suspected = levels
            lookDue = time + Self.again
            return
        }
        suspected = nil
        resynchronise(levels, lost: missed, at: time, merger: merger)
        // The button begins to settle now. Another edge may be lost meanwhile, so the levels are read once more.
        if isButtonMissed { lookDue = time + Self.quiet }
    }

    // MARK: Edges

    /// Decodes edges that were read together, in any order. `levels` is called to read the lines if edges are missing.
    /// If `levels` returns `nil`, each line keeps the level of its last edge.
    mutating func apply(_ edges: UnsafeMutableBufferPointer<LineEdge>, merger: InputMerger, levels: () -> LineLevels?) {
        guard !edges.isEmpty else { return }
        Self.sort(edges)
        for index in edges.indices {
            orderByDirection(edges, from: index)
            let edge = edges[index]
            let lost = count.dropped(before: edge)
            if lost.gap > 0 {
                let waiting = UnsafeBufferPointer(rebasing: edges[index...])
                resynchronise(
                    Self.levels(before: waiting, now: levels() ?? count.levels), lost: lost.news, at: edge.time,
                    merger: merger)
            }
            apply(edge, merger: merger)
        }
        let last = edges[edges.count - 1].time
        reportMerged(count.merged(), at: last, merger: merger)
        suspected = nil
        pause = Self.quiet
        lookDue = last + Self.quiet
    }

    /// Reports edges that were merged with the next edge of their line. The levels need no correction.
    mutating func reportMerged(_ lost: Int, at time: Instant, merger: InputMerger) {
        guard lost > 0 else { return }
        merger.raw(StateCode.merged.rawValue, lost, at: time)
        merger.merge(lost, at: time)
    }

    /// Decodes one edge. If edges were dropped before this edge, the caller has corrected the levels.
    mutating func apply(_ edge: LineEdge, merger: InputMerger) {
        // The edge may be read late. Events that were due before it are sent first, with their own times.
        wake(at: edge.time, merger: merger)
        if count.isMissingOne(before: edge) { merger.merge(1, at: edge.time) }
        if merger.reportsRaw { merger.raw(edge.role.code, edge.isClosed ? 1 : 0, at: edge.time) }
        guard let line = edge.role.line else { return settle(edge.isClosed, at: edge.time, merger) }
        turn(by: encoder?.edge(line, level: edge.isClosed, at: edge.time) ?? 0, at: edge.time, merger)
        lastEdge = edge.time
    }

    /// Continues from known levels, because edges that led to them were lost. Reports all arguments as raw events, so
    /// that a replay can make the same call.
    mutating func resynchronise(_ levels: LineLevels, lost: Int, at time: Instant, merger: InputMerger) {
        wake(at: time, merger: merger)
        reportRaw(levels, at: time, merger)
        merger.raw(StateCode.lost.rawValue, lost, at: time)
        merger.drop(lost, at: time)
        count.record(levels)
        turn(by: encoder?.resynchronise(a: levels[.a], b: levels[.b]) ?? 0, at: time, merger)
        if hasButton { settle(levels[.button], at: time, merger) }
    }

    /// Swaps the next two edges if only the other order continues the direction of the shaft. The rule applies only to
    /// edges of one interrupt, whose order is unknown. If a third edge is as close as these two, the contact bounces,
    /// and the order of the times is right.
    private func orderByDirection(_ edges: UnsafeMutableBufferPointer<LineEdge>, from index: Int) {
        guard index + 1 < edges.count, let encoder else { return }
        let (first, second) = (edges[index], edges[index + 1])
        if let lastEdge, first.time - lastEdge < Self.sameInterrupt { return }
        guard let line = first.role.line, let other = second.role.line, line != other,
            second.time - first.time < Self.sameInterrupt,
            index + 2 == edges.count || edges[index + 2].time - second.time >= Self.sameInterrupt,
            encoder.wouldReverse(line, level: first.isClosed), !encoder.wouldReverse(other, level: second.isClosed)
        else { return }
        edges[index] = second
        edges[index].time = first.time
        edges[index + 1] = first
        edges[index + 1].time = second.time
    }

    // MARK: The encoder and the button

    private mutating func turn(by units: Int, at time: Instant, _ merger: InputMerger) {
        guard units != 0 else { return }
        guard button?.deadline != nil else { return merger.turn(by: units, at: time) }
        if waiting.count == Self.mostWaiting { sendWaiting(1, merger) }
        waiting.append(Turn(units: units, time: time))
    }

    private mutating func settle(_ isClosed: Bool, at time: Instant, _ merger: InputMerger) {
        if let settled = button?.edge(level: isClosed, at: time) { send(settled, merger) }
        if button?.deadline == nil { sendWaiting(waiting.count, merger) }
        reportSettling(at: time, merger)
    }

    private mutating func settleButton(by time: Instant, _ merger: InputMerger) {
        guard let settled = button?.wake(at: time) else { return }
        send(settled, merger)
        reportSettling(at: settled.time, merger)
    }

    private mutating func reportSettling(at time: Instant, _ merger: InputMerger) {
        guard isSettling != (button?.deadline != nil) else { return }
        isSettling.toggle()
        merger.send(.settling(button: buttonNumber, isSettling), at: time)
    }

    /// Sends a press or a release, in its place among the turns that wait for it.
    private mutating func send(_ settled: Debouncer.Edge, _ merger: InputMerger) {
        var isSent = false
        for index in waiting.indices {
            if !isSent, waiting[index].time >= settled.since {
                sendButton(settled.level, at: settled.since, merger)
                isSent = true
            }
            merger.turn(by: waiting[index].units, at: waiting[index].time)
        }
        waiting.removeAll(keepingCapacity: true)
        if !isSent { sendButton(settled.level, at: settled.since, merger) }
    }

    /// Sends the turns that have waited as long as the debounce interval. Later turns still wait, since a press may
    /// precede them.
    private mutating func sendWaiting(dueBy time: Instant, _ merger: InputMerger) {
        guard let button else { return }
        var count = 0
        while count < waiting.count, waiting[count].time + button.interval <= time { count += 1 }
        sendWaiting(count, merger)
    }

    /// Sends the `count` oldest turns.
    private mutating func sendWaiting(_ count: Int, _ merger: InputMerger) {
        guard count > 0 else { return }
        for index in 0..<count { merger.turn(by: waiting[index].units, at: waiting[index].time) }
        waiting.removeFirst(count)
    }

    private mutating func sendButton(_ isClosed: Bool, at time: Instant, _ merger: InputMerger) {
        holdsButton = isClosed
        merger.press(buttonNumber, isDown: isClosed, at: time)
    }

    /// Reports the levels with which a recording begins. The first call also reports the level of a switch. If the
    /// levels could not be read, `levels` is `nil`, and the levels of the last edges are reported.
    mutating func reportLevels(_ levels: LineLevels?, at time: Instant, _ merger: InputMerger) {
        reportRaw(levels ?? count.levels, at: time, merger)
        guard owesInitialLevel, let level = button?.level else { return }
        owesInitialLevel = false
        holdsButton = level
        if level { merger.countHeld(buttonNumber) }
        merger.send(.level(button: buttonNumber, isDown: level), at: time)
    }

    private func reportRaw(_ levels: LineLevels, at time: Instant, _ merger: InputMerger) {
        if encoder != nil {
            merger.raw(StateCode.levelA.rawValue, levels[.a] ? 1 : 0, at: time)
            merger.raw(StateCode.levelB.rawValue, levels[.b] ? 1 : 0, at: time)
        }
        if hasButton { merger.raw(StateCode.levelButton.rawValue, levels[.button] ? 1 : 0, at: time) }
    }

    /// The levels before the waiting edges. A line with waiting edges had the opposite of the level of its first
    /// waiting edge. A line without waiting edges had the same level as now.
    private static func levels(before waiting: UnsafeBufferPointer<LineEdge>, now: LineLevels) -> LineLevels {
        var levels = now
        for role in LineRole.allCases {
            if let first = waiting.first(where: { $0.role == role }) { levels[role] = !first.isClosed }
        }
        return levels
    }

    /// Sorts by time, and keeps the order of edges with the same time. Insertion sort is fast here, because the edges
    /// are nearly in order: only the interrupts of two lines can overtake each other.
    private static func sort(_ edges: UnsafeMutableBufferPointer<LineEdge>) {
        for index in edges.indices.dropFirst() {
            var place = index
            while place > 0, edges[place].time < edges[place - 1].time {
                edges.swapAt(place, place - 1)
                place -= 1
            }
        }
    }
}
