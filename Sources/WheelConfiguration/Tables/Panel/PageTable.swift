import WheelCore

/// `[[page]]`
enum PageTable {
    struct Draft: Sendable {
        var settings = PageSettings(name: "", controls: [])
        var display: Placed<String>?
        var controls: ListValue<Placed<String>>?
        var inputs: ListValue<Placed<String>>?
        var grid: ListValue<String>?
    }

    static let table = Table(
        "[[page]]", "A page of the display. In a file without pages one page shows all controls.", Draft()
    ) {
        Setting(
            required: "name", .name, as: "\"tuning\"", { ($0.settings.name, $0.settings.title) = ($1, $1) },
            "The name that bindings and clients use. `next` and `previous` are not allowed.")
        Setting(
            "title", .text(1...100), otherwise: "the name", { $0.settings.title = $1 }, "The text of the page's tab.")
        Setting(
            "display", .name(of: "display"), otherwise: "all displays", { $0.display = $1 },
            "The display that shows the page.")
        Setting(
            "controls", .names(of: "control", 1...1000),
            otherwise: "the controls of `grid`; `controls` or `grid` is required",
            { $0.controls = $1 },
            "The controls that the page shows.")
        Setting(
            "inputs", .names(of: "input", 0...1000), otherwise: "none", { $0.inputs = $1 },
            "While the page is shown, the nth of these inputs turns the nth of its controls. The controls of `grid` "
                + "are counted row by row.")
        Setting(
            "grid", .gridRows, otherwise: "a grid of equal cells", { $0.grid = $1 },
            "The page as rows of cells, each a control's name. A name in several cells spans these cells, which must "
                + "form a rectangle. `.` leaves a cell empty.")
        Setting(
            "columns", .whole(1...GridReading.most), otherwise: "by the size of the display",
            { $0.settings.columns = $1 },
            "The number of columns of cells, without `grid`.")
        Setting(
            "rows", .whole(1...GridReading.most), otherwise: "by the size of the display", { $0.settings.rows = $1 },
            "The number of rows of cells, without `grid`.")
    }

    static func read(_ table: TOMLTable, scope: inout Scope) -> PageSettings {
        let mistakes = scope.mistakes
        var (page, reader) = self.table.read(table, mistakes)
        page.settings.display = page.display.flatMap { scope.displays.find($0, mistakes: mistakes) }
        let count = page.readCells(reader, controls: scope.controls)
        let inputs = page.inputs?.values ?? []
        let turning = page.inputs?.indices(in: scope.inputs, key: "inputs", mistakes: mistakes) ?? []
        if let count, let extra = inputs.dropFirst(count).first {
            mistakes.add(
                extra.place,
                "there are more inputs than controls on this page: \(quoted(extra.value.value)) would turn nothing")
        }
        for (place, input) in zip(inputs.map(\.place), turning) {
            let name = quoted(scope.inputs.names[input])
            if scope.inputTypes.indices.contains(input), scope.inputTypes[input] == InputType.touch.rawValue {
                mistakes.warn(place, "\(name) has no effect here: a touchscreen moves the control that is touched")
            } else if scope.scrubbing.contains(input) {
                mistakes.warn(place, "\(name) has no effect here: it scrubs its 'ramp' and turns no control")
            }
        }
        for (name, (input, control)) in zip(inputs, zip(turning, page.settings.controls)) {
            scope.pageControls[input, default: [:]].merge([control: name.place]) { first, _ in first }
        }
        page.settings.inputs = turning
        return page.settings
    }
}

/// Reads which controls a page shows, and in which cells: `controls` with `columns` and `rows`, or `grid`.
extension PageTable.Draft {
    /// Returns the number of controls, including unknown ones; `nil` if the number cannot be read.
    fileprivate mutating func readCells(_ reader: TableReader, controls names: NameList) -> Int? {
        let mistakes = reader.mistakes
        guard !reader.has("grid") else {
            for key in ["columns", "rows"] where reader.has(key) {
                reader.warn(atKey: key, "\(quoted(key)) has no effect beside 'grid'")
            }
            if reader.has("controls") {
                reader.complain(atKey: "controls", "'controls' cannot be combined with 'grid', which names them")
            }
            (settings.columns, settings.rows) = (nil, nil)
            guard let grid, grid.isWhole, let drawn = GridReading(grid.values, mistakes) else { return nil }
            settings.controls = drawn.indices(in: names, at: reader.valuePlace("grid"), mistakes) ?? []
            settings.areas = drawn.areas
            return drawn.names.count
        }
        if !reader.has("controls"), !reader.isMisspelt("controls"), !reader.isMisspelt("grid") {
            mistakes.add(reader.place, "[[page]] needs 'controls' or 'grid', as controls = [\"gain\"]")
        }
        guard let controls else { return nil }
        settings.controls = controls.indices(in: names, key: "controls", mistakes: mistakes) ?? []
        guard controls.isWhole else { return nil }
        let count = controls.values.count
        if let columns = settings.columns, let rows = settings.rows, columns * rows < count {
            reader.complain(at: "rows", "\(columns) × \(rows) cells are too few for the \(count) controls of this page")
        }
        return count
    }
}
