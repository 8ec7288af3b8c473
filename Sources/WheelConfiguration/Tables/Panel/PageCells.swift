import WheelCore
import WheelModel

/// Which controls a page shows, and where: `controls` with `columns` and `rows`, or `grid`.
struct PageCells {
    /// `nil` after a mistake.
    private(set) var controls: [Int]?
    /// The number of controls, even if some of them are unknown. `nil`: it cannot be read.
    private(set) var count: Int?
    private(set) var areas: PageAreas?
    private(set) var columns: Int?
    private(set) var rows: Int?

    init(_ reader: TableReader, controls names: NameList) {
        let mistakes = reader.mistakes
        let controls = reader.read(PageTable.controls)
        let grid = reader.read(PageTable.grid)
        let columns = reader.read(PageTable.columns)
        let rows = reader.read(PageTable.rows)
        guard grid.state == .absent else {
            for key in [PageTable.columns.name, PageTable.rows.name] where reader.has(key) {
                mistakes.warn(reader.keyPlace(key), "\(quoted(key)) has no effect beside 'grid'")
            }
            if controls.state != .absent {
                mistakes.add(
                    reader.keyPlace(PageTable.controls.name), "'controls' cannot stand beside 'grid', which names them")
            }
            guard let lines = grid.value, lines.isWhole else { return }
            let drawn = GridReading(lines.values, mistakes)
            count = drawn?.names.count
            guard let drawn, let indices = drawn.indices(in: names, at: grid.place, mistakes) else { return }
            (self.controls, areas) = (indices, drawn.areas)
            return
        }
        if controls.state == .absent, !reader.isMisspelt(PageTable.controls.name),
            !reader.isMisspelt(PageTable.grid.name)
        {
            mistakes.add(reader.place, "[[page]] needs 'controls' or 'grid', as controls = [\"gain\"]")
        }
        self.controls = controls.value?.indices(in: names, key: PageTable.controls.name, mistakes: mistakes)
        count = controls.value.flatMap { $0.isWhole ? $0.values.count : nil }
        (self.columns, self.rows) = (columns.value, rows.value)
        if let columns = columns.value, let height = rows.value, let count, columns * height < count {
            mistakes.add(
                rows.place, "\(columns) × \(height) cells are too few for the \(count) controls of this page")
        }
    }
}
