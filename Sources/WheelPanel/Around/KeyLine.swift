import WheelCore
import WheelScene

/// The last row: the keys that apply to the marked control, or a line that replaces them.
struct KeyLine {
    private struct Item {
        var key: String
        var word: String
        /// A click on the item acts as this key. But a click on the `←` of `←→` acts as the key Left.
        var typed: TerminalKey
        var column = 0

        init(_ key: String, _ word: String, _ typed: TerminalKey) {
            (self.key, self.word, self.typed) = (key, word, typed)
        }

        var width: Int { key.cellCount + 1 + word.cellCount }
    }

    private let line: PanelLine?
    private var items: [Item] = []
    private let columns: Int
    private static let gap = 3

    /// `events` says whether the events are shown; `nil` if there is no room for them.
    init(_ facts: KeyFacts, _ line: PanelLine?, events: Bool?, columns: Int) {
        self.columns = columns
        self.line = line
        let ends = [Item("?", "keys", .character("?")), Item("q", "leave", .character("q"))]
        // The keys `?` and `q` are always shown, without their words if there is little room.
        var last = ends
        if columns - 2 < ends.reduce(2, { $0 + $1.width }) {
            last = ends.map { Item($0.key, "", $0.typed) }
        }
        var column = columns - 1
        for index in last.indices.reversed() {
            column -= last[index].width
            last[index].column = column
            column -= 2
        }
        let end = column
        var left = 1
        for item in KeyLine.items(facts, events: events) {
            guard left + item.width <= end else { break }
            var item = item
            item.column = left
            items.append(item)
            left += item.width + KeyLine.gap
        }
        items += last
    }

    private static func items(_ facts: KeyFacts, events: Bool?) -> [Item] {
        var items: [Item] = []
        func add(_ key: String, _ word: String, _ typed: TerminalKey) { items.append(Item(key, word, typed)) }
        if let marked = facts.marked {
            if marked.pending != nil {
                add("enter", "sets", .enter)
                add("esc", "drops", .escape)
            }
            if marked.movedByHands, !facts.isLocked, !marked.isLocked {
                let isNumber = marked.kind.isNumber
                add("←→", isNumber ? "turn" : marked.kind == .choice ? "choose" : "move", .right)
                add("space", marked.kind == .selection ? "toggle" : "press", .character(" "))
                if facts.count > 1 { add("tab", "next", .tab) }
                add("=", "type", .character("="))
                if isNumber, marked.speeds.count > 1 { add("s", "speed", .character("s")) }
                add("l", "lock", .character("l"))
            } else {
                if facts.count > 1 { add("tab", "next", .tab) }
                if marked.movedByHands, marked.isLocked { add("l", "unlock", .character("l")) }
            }
        }
        if facts.pageCount > 1 { add("pgdn", "page", .pageDown) }
        if let events { add("e", events ? "hide events" : "events", .character("e")) }
        if facts.marked != nil, facts.count > 1 { add("1–\(min(9, facts.count))", "mark", .tab) }
        return items
    }

    func grid(in alphabet: CellAlphabet) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: 1)
        fill(&grid, .raised, .text)
        if let line {
            draw(line, into: &grid)
        } else {
            for item in items {
                let end = grid.put(item.key, column: item.column, row: 0, CellStyle(.text, on: .raised, isBold: true))
                grid.put(item.word, column: end + 1, row: 0, CellStyle(.secondary, on: .raised))
            }
        }
        grid.spell(in: alphabet)
        return grid
    }

    private func fill(_ grid: inout CellGrid, _ ground: CellColor, _ ink: CellColor) {
        grid.fill(
            CellBox(column: 0, row: 0, columns: columns, rows: 1), CharacterCell(" ", CellStyle(ink, on: ground)))
    }

    private func draw(_ line: PanelLine, into grid: inout CellGrid) {
        let room = columns - 2
        var text = line.text(in: room)
        switch line.kind {
        case .notice: grid.put(text.cut(to: room), column: 1, row: 0, CellStyle(.text, on: .raised))
        case .question:
            fill(&grid, .hand, .onHand)
            grid.put(text.cut(to: room), column: 1, row: 0, CellStyle(.onHand, on: .hand, isBold: true))
        case .mistake:
            fill(&grid, .alarm, .onAlarm)
            grid.put("! \(text)".cut(to: room), column: 1, row: 0, CellStyle(.onAlarm, on: .alarm, isBold: true))
        case .prompt(let hint):
            // Text that is too long loses its beginning, so that its end stays visible.
            while text.cellCount > max(1, room - 1) { text.removeFirst() }
            let end = grid.put(text, column: 1, row: 0, CellStyle(.text, on: .raised, isBold: true))
            grid.put(" ", column: end, row: 0, CellStyle(.onHand, on: .hand))
            if end + 3 + hint.cellCount < columns {
                grid.put(hint, column: end + 3, row: 0, CellStyle(.secondary, on: .raised))
            }
        }
    }

    /// The key that a click at this column acts as; `nil` between keys, and while a line replaces the keys.
    func key(at column: Int) -> TerminalKey? {
        guard line == nil, let item = items.first(where: { ($0.column..<$0.column + $0.width).contains(column) }) else {
            return nil
        }
        return item.typed == .right && column == item.column ? .left : item.typed
    }
}

extension ControlKind {
    var isNumber: Bool { self == .float || self == .int }
}
