import WheelGeometry
import WheelModel
import WheelSettings

/// Decodes the edges of an encoder and a button. It is pure, so that a recording goes through the same code as a chip.
struct LineDecoder {
    private(set) var encoder: QuadratureDecoder?
    private var button: Debouncer?
    var buttonNumber: Int
    /// Whether a press was sent, and its release was not.
    private(set) var holdsButton = false
    private let hasButton: Bool
    private var count = EdgeCount()

    init(encoder: QuadratureDecoder?, button: Debouncer?, buttonNumber: Int) {
        self.encoder = encoder
        self.button = button
        self.buttonNumber = buttonNumber
        hasButton = button != nil
    }

    /// `buttonDebounce`: zero if the kernel debounces the button.
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
            buttonNumber: settings.button == nil ? 0 : merger.button(named: ""))
    }

    var deadline: Instant? {
        guard let first = encoder?.deadline else { return button?.deadline }
        return min(first, button?.deadline ?? first)
    }

    mutating func wake(at time: Instant, merger: InputMerger) {
        if let due = encoder?.deadline, due <= time { merger.turn(by: encoder?.wake(at: time) ?? 0, at: due) }
        send(button?.wake(at: time), merger)
    }

    /// Decodes edges that were read together, in any order. `levels` reads the lines. It is called if edges are
    /// missing.
    mutating func apply(_ edges: UnsafeMutableBufferPointer<LineEdge>, merger: InputMerger, levels: () -> LineLevels) {
        Self.sort(edges)
        for index in edges.indices {
            let edge = edges[index]
            let lost = count.dropped(before: edge)
            if lost.gap > 0 {
                let waiting = UnsafeBufferPointer(rebasing: edges[index...])
                resynchronise(
                    Self.levels(before: waiting, now: levels()), lost: lost.news, at: edge.time,
                    merger: merger)
            }
            apply(edge, isBehindGap: lost.gap > 0, merger: merger)
        }
        if let last = edges.last { reportMerged(count.merged(), at: last.time, merger: merger) }
    }

    /// Reports edges that were merged with the next of their line. The levels need no correction.
    mutating func reportMerged(_ lost: Int, at time: Instant, merger: InputMerger) {
        guard lost > 0 else { return }
        merger.raw(StateCode.merged.rawValue, lost, at: time)
        merger.drop(lost, at: time)
    }

    /// Decodes one edge. `isBehindGap`: edges of its line were dropped before it, and the levels were corrected.
    mutating func apply(_ edge: LineEdge, isBehindGap: Bool = false, merger: InputMerger) {
        if count.isMissingOne(before: edge, isBehindGap: isBehindGap) { merger.drop(1, at: edge.time) }
        if merger.reportsRaw { merger.raw(edge.role.code, edge.isClosed ? 1 : 0, at: edge.time) }
        switch edge.role {
        case .a: turn(.a, edge, merger)
        case .b: turn(.b, edge, merger)
        case .button: send(button?.edge(level: edge.isClosed, at: edge.time), merger)
        }
    }

    /// Sets the levels after a gap, since the kernel dropped edges.
    mutating func resynchronise(_ levels: LineLevels, lost: Int, at time: Instant, merger: InputMerger) {
        reportRaw(levels, at: time, merger)
        merger.raw(StateCode.lost.rawValue, lost, at: time)
        merger.drop(lost, at: time)
        merger.turn(by: encoder?.resynchronise(a: levels[.a], b: levels[.b]) ?? 0, at: time)
        guard let before = button?.level, before != levels[.button] else { return }
        button?.reset(to: levels[.button])
        sendButton(levels[.button], at: time, merger)
    }

    /// Reports the levels as raw events.
    func reportRaw(_ levels: LineLevels, at time: Instant, _ merger: InputMerger) {
        if encoder != nil {
            merger.raw(StateCode.levelA.rawValue, levels[.a] ? 1 : 0, at: time)
            merger.raw(StateCode.levelB.rawValue, levels[.b] ? 1 : 0, at: time)
        }
        if hasButton { merger.raw(StateCode.levelButton.rawValue, levels[.button] ? 1 : 0, at: time) }
    }

    /// Tells the level that the button has at the start.
    mutating func tellInitialLevel(at time: Instant, _ merger: InputMerger) {
        guard let level = button?.level else { return }
        holdsButton = level
        merger.tellLevel(of: buttonNumber, isDown: level, at: time)
    }

    private mutating func turn(_ line: QuadratureLine, _ edge: LineEdge, _ merger: InputMerger) {
        merger.turn(by: encoder?.edge(line, level: edge.isClosed, at: edge.time) ?? 0, at: edge.time)
    }

    private mutating func send(_ edge: Debouncer.Edge?, _ merger: InputMerger) {
        if let edge { sendButton(edge.level, at: edge.time, merger) }
    }

    private mutating func sendButton(_ isClosed: Bool, at time: Instant, _ merger: InputMerger) {
        holdsButton = isClosed
        if isClosed {
            merger.press(buttonNumber, at: time)
        } else {
            merger.release(buttonNumber, at: time)
        }
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
