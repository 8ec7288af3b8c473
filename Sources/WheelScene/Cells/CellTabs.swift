import WheelModel
import WheelTouch

/// The first line: the titles of the pages, and at the right what runs here.
struct CellTabs {
    private struct Tab {
        var page: Int
        var title: String
        var column: Int
    }

    private let box: CellBox
    private let current: Int?
    private var tabs: [Tab] = []
    private let title: String
    private var hasMore = false

    init(_ state: SceneState, _ parts: [String], in box: CellBox) {
        self.box = box
        if case .page(let page) = state.view { current = page } else { current = nil }
        let pages = state.pictureSettings.pages
        let titles = pages.map { " \(state.pictureSettings.settings.pages[$0].title.cut(to: 24)) " }
        let place = current.flatMap { pages.firstIndex(of: $0) } ?? 0
        var shown = current == nil ? pages.indices.dropFirst(pages.count) : pages.indices
        func width(_ range: Range<Int>) -> Int {
            range.reduce(0) { $0 + titles[$1].cellCount } + max(0, range.count - 1)
        }
        // The current page is always shown.
        while width(shown) > box.columns - 2, shown.count > 1 {
            shown = shown.upperBound - 1 > place ? shown.dropLast() : shown.dropFirst()
        }
        hasMore = current != nil && shown.count < pages.count
        var column = box.column
        for index in shown {
            tabs.append(Tab(page: pages[index], title: titles[index], column: column))
            column += titles[index].cellCount + 1
        }
        let room = box.column + box.columns - column - (hasMore ? 4 : 2)
        let forms = parts.indices.map { parts[$0...].joined(separator: " · ") }
        title = forms.first { $0.cellCount <= room } ?? ""
    }

    func draw(into grid: inout CellGrid) {
        guard box.rows > 0 else { return }
        var end = box.column
        for tab in tabs {
            let style =
                tab.page == current ? CellStyle(.text, on: .plate, isBold: true) : CellStyle(.secondary)
            end = grid.put(tab.title, column: tab.column, row: box.row, style)
        }
        if hasMore { grid.put("…", column: end, row: box.row, CellStyle(.secondary)) }
        grid.put(
            title, column: box.column + box.columns - 1 - title.cellCount, row: box.row, CellStyle(.secondary))
    }

    var targets: [TouchTarget] {
        guard box.rows > 0 else { return [] }
        return tabs.map { tab in
            let area = CellBox(column: tab.column, row: box.row, columns: tab.title.cellCount, rows: 1)
            return TouchTarget(.tab(.page(tab.page)), area: CellFace.rect(area))
        }
    }
}

/// The events beside the page, the newest at the end.
struct CellStrip {
    private let surroundings: CellSurroundings
    private let box: CellBox
    private let alphabet: CellAlphabet

    init(_ surroundings: CellSurroundings, in box: CellBox, _ alphabet: CellAlphabet) {
        self.surroundings = surroundings
        self.box = box
        self.alphabet = alphabet
    }

    func draw(into grid: inout CellGrid) {
        for row in box.row..<box.row + box.rows {
            grid.put("│", column: box.column, row: row, CellStyle(.outline))
        }
        let left = box.column + 2
        let room = box.columns - 3
        let end = grid.put("Events", column: left, row: box.row, CellStyle(.text, isBold: true))
        grid.put("e hides them", column: end + 2, row: box.row, CellStyle(.secondary))
        let command = command(room: room)
        let lines = max(0, box.rows - 2 - (command.isEmpty ? 0 : command.count + 1))
        for (number, event) in surroundings.events.suffix(lines).enumerated() {
            let row = box.row + 2 + number
            let time = grid.put(event.time, column: left, row: row, CellStyle(.secondary))
            let name = grid.put(event.name, column: time + 1, row: row, CellStyle(.secondary))
            let column = max(name, time + 1 + 6) + 1
            let text = alphabet.spelling(of: event.text).cut(to: left + room - column)
            grid.put(text, column: column, row: row, CellStyle(.text))
        }
        for (number, parts) in command.enumerated() {
            var column = left
            for (text, ink) in parts {
                let row = box.bottom - (command.count - 1 - number)
                column = grid.put(text, column: column, row: row, CellStyle(ink))
            }
        }
    }

    /// The rows of the command that reads events elsewhere. It is there to be copied, so it is whole or absent: one that is
    /// too long for a row is continued in the next.
    private func command(room: Int) -> [[(text: String, ink: CellColor)]] {
        let command = surroundings.elsewhere
        guard !command.isEmpty, room > 0 else { return [] }
        let word = "elsewhere: "
        let hasRoom = word.cellCount + command.cellCount <= room
        var rows: [[(text: String, ink: CellColor)]] = [[(word, .secondary)]]
        if hasRoom {
            rows[0].append((command, .hand))
        } else {
            rows += command.wrapped(to: room).map { [($0, .hand)] }
        }
        // The newest events are worth more than the command.
        return rows.count + 4 < box.rows ? rows : []
    }
}

extension String {
    /// Its rows of no more than so many cells. A row ends at a space, or inside a word that is longer than a row.
    fileprivate func wrapped(to columns: Int) -> [String] {
        var rows: [String] = []
        var row = ""
        for word in split(separator: " ") {
            let isLong = word.count > columns
            if !row.isEmpty, isLong ? row.cellCount + 2 > columns : row.cellCount + 1 + word.count > columns {
                rows.append(row)
                row = ""
            }
            if !row.isEmpty { row.append(" ") }
            for character in word {
                if row.cellCount + character.cellCount > columns {
                    rows.append(row)
                    row = ""
                }
                row.append(character)
            }
        }
        return row.isEmpty ? rows : rows + [row]
    }
}
