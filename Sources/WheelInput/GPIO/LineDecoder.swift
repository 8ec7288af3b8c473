import WheelCore
import WheelModel

/// Decodes the edges of an encoder and a button. It is pure, so that a recording goes through the same code as a chip.
///
/// A button is pressed or released once its level has been stable, and has the time of the edge that began the stable
/// level. Until then it is unknown whether a turn came before or after it. Such turns wait, so that events arrive in the
/// order of their times.
///
/// Some chips lose edges. The last edge of a turn would be missed until the next turn, so the levels are read again once
/// after the lines have been quiet for a moment. This is needed at a detent, too: the first edge of the next one may be
/// lost.
struct LineDecoder {
    private struct Turn {
        var units: Int
        var time: Instant
    }

    private(set) var encoder: QuadratureDecoder?
    private var button: Debouncer?
    var buttonNumber: Int
    /// Whether a press was sent, and its release was not.
    private(set) var holdsButton = false
    private let hasButton: Bool
    private var count: EdgeCount
    /// Turns that wait for the button.
    private var waiting: [Turn] = []
    /// Whether the receiver knows that the button's level may change back.
    private var isSettling = false
    /// The time of the encoder's last edge.
    private var lastEdge: Instant?
    /// When the levels are to be read again.
    private var lookDue: Instant?
    /// How long to wait after a failed read of the levels. It doubles with each, as long as there are no edges.
    private var pause = Self.quiet
    /// The levels that were read last, if an edge is missing to them. It may still arrive.
    private var suspected: LineLevels?

    private static let mostWaiting = 64
    /// After this time without an edge the levels are read, and once more after the shorter one if an edge is missing.
    private static let quiet = Interval.milliseconds(5)
    private static let again = Interval.milliseconds(1)
    /// Of a bus that keeps failing the levels are read no less often than this.
    private static let longestPause = Interval.milliseconds(1280)
    /// On the processor's own lines, edges of two lines that are closer together come from one interrupt. Its lines are
    /// handled in the order of their numbers, and each gets its time then. On an expander these times are further apart,
    /// since a read over its bus lies between them.
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
    }

    // MARK: Time

    var deadline: Instant? {
        guard let settling = Self.earliest(encoder?.deadline, button?.deadline) else { return lookDue }
        return Self.earliest(settling, endOfWaiting)
    }

    /// Turns do not wait longer, even if the button's contact flickers on and on.
    private var endOfWaiting: Instant? {
        guard let button, let first = waiting.first else { return nil }
        return first.time + button.interval
    }

    private static func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    mutating func wake(at time: Instant, merger: InputMerger) {
        while let due = encoder?.deadline, due <= time {
            settleButton(by: due, merger)
            turn(by: encoder?.wake(at: due) ?? 0, at: due, merger)
        }
        settleButton(by: time, merger)
        sendWaiting(dueBy: time, merger)
    }

    /// Whether the levels are to be read for `look`.
    func wantsLook(at time: Instant) -> Bool {
        guard let lookDue, encoder?.deadline == nil, button?.deadline == nil else { return false }
        return lookDue <= time
    }

    /// The lines have these levels, and there was no edge for a while. `nil`: they could not be read, and must be read later.
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
        // The button is not debounced yet, and may lose an edge again.
        if isButtonMissed { lookDue = time + Self.quiet }
    }

    // MARK: Edges

    /// Decodes edges that were read together, in any order. `levels` reads the lines. It is called if edges are
    /// missing. If it returns `nil`, lines keep the levels of their last edges.
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

    /// Reports edges that were merged with the next of their line. The levels need no correction.
    mutating func reportMerged(_ lost: Int, at time: Instant, merger: InputMerger) {
        guard lost > 0 else { return }
        merger.raw(StateCode.merged.rawValue, lost, at: time)
        merger.merge(lost, at: time)
    }

    /// Decodes one edge. If edges were dropped before it, the levels have been corrected.
    mutating func apply(_ edge: LineEdge, merger: InputMerger) {
        // The edge may be read late. What was due before it has its own time.
        wake(at: edge.time, merger: merger)
        if count.isMissingOne(before: edge) { merger.merge(1, at: edge.time) }
        if merger.reportsRaw { merger.raw(edge.role.code, edge.isClosed ? 1 : 0, at: edge.time) }
        guard let line = edge.role.line else { return settle(edge.isClosed, at: edge.time, merger) }
        turn(by: encoder?.edge(line, level: edge.isClosed, at: edge.time) ?? 0, at: edge.time, merger)
        lastEdge = edge.time
    }

    /// Sets levels that were read, since edges to them were lost. A recording has all that this needs.
    mutating func resynchronise(_ levels: LineLevels, lost: Int, at time: Instant, merger: InputMerger) {
        wake(at: time, merger: merger)
        reportRaw(levels, at: time, merger)
        merger.raw(StateCode.lost.rawValue, lost, at: time)
        merger.drop(lost, at: time)
        count.record(levels)
        turn(by: encoder?.resynchronise(a: levels[.a], b: levels[.b]) ?? 0, at: time, merger)
        if hasButton { settle(levels[.button], at: time, merger) }
    }

    /// The order of two edges of one interrupt is unknown. A shaft turns on rather than back, so they are put in the order
    /// that does so. Further edges as close as these are bounce, where the order of their times is right.
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

    /// The button's line has this level now.
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

    /// Sends a press or a release among the turns that wait for it.
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

    /// Later turns wait on, since a press may still come before them.
    private mutating func sendWaiting(dueBy time: Instant, _ merger: InputMerger) {
        guard let button else { return }
        var count = 0
        while count < waiting.count, waiting[count].time + button.interval <= time { count += 1 }
        sendWaiting(count, merger)
    }

    /// Sends the oldest turns, `count` of them.
    private mutating func sendWaiting(_ count: Int, _ merger: InputMerger) {
        guard count > 0 else { return }
        for index in 0..<count { merger.turn(by: waiting[index].units, at: waiting[index].time) }
        waiting.removeFirst(count)
    }

    private mutating func sendButton(_ isClosed: Bool, at time: Instant, _ merger: InputMerger) {
        holdsButton = isClosed
        if isClosed {
            merger.press(buttonNumber, at: time)
        } else {
            merger.release(buttonNumber, at: time)
        }
    }

    /// Reports the levels at the beginning of a recording; `nil` if they could not be read.
    func reportLevels(_ levels: LineLevels?, at time: Instant, _ merger: InputMerger) {
        reportRaw(levels ?? count.levels, at: time, merger)
    }

    private func reportRaw(_ levels: LineLevels, at time: Instant, _ merger: InputMerger) {
        if encoder != nil {
            merger.raw(StateCode.levelA.rawValue, levels[.a] ? 1 : 0, at: time)
            merger.raw(StateCode.levelB.rawValue, levels[.b] ? 1 : 0, at: time)
        }
        if hasButton { merger.raw(StateCode.levelButton.rawValue, levels[.button] ? 1 : 0, at: time) }
    }

    /// Tells the level that the button has at the start.
    mutating func reportInitialLevel(at time: Instant, _ merger: InputMerger) {
        guard let level = button?.level else { return }
        holdsButton = level
        merger.reportLevel(of: buttonNumber, isDown: level, at: time)
    }

    /// The levels before the waiting edges: the opposite of a line's first edge, or its level now if it has none.
    private static func levels(before waiting: UnsafeBufferPointer<LineEdge>, now: LineLevels) -> LineLevels {
        var levels = now
        for role in LineRole.allCases {
            if let first = waiting.first(where: { $0.role == role }) { levels[role] = !first.isClosed }
        }
        return levels
    }

    /// Sorts by time, and keeps the order of edges with the same time. The edges are nearly in order: only the
    /// interrupts of two lines can overtake each other.
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
