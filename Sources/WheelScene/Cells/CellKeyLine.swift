import WheelCore

/// What a key of the line of keys does.
public enum CellKey: Equatable, Sendable {
    case turn(Int)
    case press
    case next
    case page
    case type
    case speed
    case mark
    case lock
    case apply
    case revert
    case events
    case keys
    case leave
}

/// The last line: the keys that fit the state, or a line in their place.
struct CellKeyLine {
    private struct Item {
        var key: String
        var word: String
        var action: CellKey
        var column = 0
        var width: Int { key.cellCount + 1 + word.cellCount }
    }

    private let line: CellLine?
    private var items: [Item] = []
    private let box: CellBox
    private static let gap = 3

    init(
        _ state: SceneState, _ controls: [Int], _ surroundings: CellSurroundings, canShowEvents: Bool, in box: CellBox
    ) {
        self.box = box
        line = surroundings.line
        let ends = [Item(key: "?", word: "keys", action: .keys), Item(key: "q", word: "leave", action: .leave)]
        var room = box.columns - 2
        // The last two never go, but their words may.
        var last = ends
        if room < ends.reduce(2, { $0 + $1.width }) {
            last = ends.map { Item(key: $0.key, word: "", action: $0.action) }
        }
        var column = box.column + box.columns - 1
        for index in last.indices.reversed() {
            column -= last[index].width
            last[index].column = column
            column -= 2
        }
        room = column - box.column - 1
        var left = box.column + 1
        for item in CellKeyLine.items(state, controls, canShowEvents ? surroundings : nil) {
            guard left + item.width <= box.column + 1 + room else { break }
            var item = item
            item.column = left
            items.append(item)
            left += item.width + CellKeyLine.gap
        }
        items += last
    }

    private static func items(_ state: SceneState, _ controls: [Int], _ events: CellSurroundings?) -> [Item] {
        var items: [Item] = []
        func add(_ key: String, _ word: String, _ action: CellKey) {
            items.append(Item(key: key, word: word, action: action))
        }
        let marked = state.focus.flatMap { controls.contains($0) ? $0 : nil } ?? controls.first
        if let marked {
            let (settings, picture) = (state.pictureSettings.settings.controls[marked], state.controls[marked])
            let isLocked = state.isLocked || picture.isLocked
            if picture.applied != nil {
                add("enter", "sets", .apply)
                add("esc", "drops", .revert)
            }
            if settings.movedByHands, !isLocked {
                let hasNumber = settings.number != nil
                add("←→", hasNumber ? "turn" : settings.kind == .choice ? "choose" : "move", .turn(1))
                if settings.kind == .selection {
                    add("space", "toggle", .press)
                } else {
                    add("space", "press", .press)
                }
                if controls.count > 1 { add("tab", "next", .next) }
                add("=", "type", .type)
                if hasNumber, settings.speeds.count > 1 { add("s", "speed", .speed) }
                add("l", "lock", .lock)
            } else {
                if controls.count > 1 { add("tab", "next", .next) }
                if settings.movedByHands, picture.isLocked { add("l", "unlock", .lock) }
            }
        }
        if state.pictureSettings.pages.count > 1 { add("pgdn", "page", .page) }
        if let events { add("e", events.hasEvents ? "hide events" : "events", .events) }
        if controls.count > 1 { add("1–\(min(9, controls.count))", "mark", .mark) }
        return items
    }

    func draw(into grid: inout CellGrid) {
        guard box.rows > 0 else { return }
        grid.fill(box, CharacterCell(" ", CellStyle(.text, on: .raised)))
        if let line { return draw(line, into: &grid) }
        for item in items {
            let end = grid.put(
                item.key, column: item.column, row: box.row, CellStyle(.text, on: .raised, isBold: true))
            grid.put(item.word, column: end + 1, row: box.row, CellStyle(.secondary, on: .raised))
        }
    }

    private func draw(_ line: CellLine, into grid: inout CellGrid) {
        let room = box.columns - 2
        var text = line.forms.first { $0.cellCount <= room } ?? line.forms.last ?? ""
        let left = box.column + 1
        switch line.kind {
        case .notice: grid.put(text.cut(to: room), column: left, row: box.row, CellStyle(.text, on: .raised))
        case .question:
            grid.fill(box, CharacterCell(" ", CellStyle(.onHand, on: .hand)))
            grid.put(text.cut(to: room), column: left, row: box.row, CellStyle(.onHand, on: .hand, isBold: true))
        case .mistake:
            grid.fill(box, CharacterCell(" ", CellStyle(.onAlarm, on: .alarm)))
            grid.put(
                "! \(text)".cut(to: room), column: left, row: box.row, CellStyle(.onAlarm, on: .alarm, isBold: true))
        case .prompt(let hint):
            // What is typed last stays in sight.
            while text.cellCount > max(1, room - 1) { text.removeFirst() }
            let end = grid.put(text, column: left, row: box.row, CellStyle(.text, on: .raised, isBold: true))
            grid.put(" ", column: end, row: box.row, CellStyle(.onHand, on: .hand))
            if end + 3 + hint.cellCount <= box.right {
                grid.put(hint, column: end + 3, row: box.row, CellStyle(.secondary, on: .raised))
            }
        }
    }

    /// The key at a column; `nil` between keys, and while a line stands in their place.
    func key(at column: Int) -> CellKey? {
        guard line == nil, let item = items.first(where: { ($0.column..<$0.column + $0.width).contains(column) }) else {
            return nil
        }
        if case .turn = item.action { return .turn(column == item.column ? -1 : 1) }
        return item.action
    }
}
