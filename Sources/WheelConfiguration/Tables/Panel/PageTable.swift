import WheelCore
import WheelModel

/// `[[page]]`
enum PageTable {
    static let name = Key(
        required: "name", .name, as: "\"tuning\"",
        "The name that bindings and clients use. `next` and `previous` are not allowed.")
    static let title = Key("title", .text(1...100), otherwise: "the name", "The text of its tab.")
    static let display = Key(
        "display", .name(of: "display"), otherwise: "all displays", "The display that shows it.")
    static let controls = Key(
        "controls", ValueType<Placed<String>>.name(of: "control").list(1...1000, of: "control names"),
        otherwise: "those of `grid`; one of the two is required", "The controls that it shows.")
    static let inputs = Key(
        "inputs", ValueType<Placed<String>>.name(of: "input").list(0...1000, of: "input names"), otherwise: "none",
        "While the page is shown, the nth of these inputs turns the nth of its controls. Those of `grid` are counted row by "
            + "row.")

    static let grid = Key(
        "grid", .gridRows, otherwise: "a grid of equal cells",
        "The page as rows of cells, each a control's name. A name in several cells spans them, as a rectangle. `.` leaves a "
            + "cell empty.")
    static let columns = Key(
        "columns", .whole(1...GridReading.most), otherwise: "by the size of the display",
        "The number of columns of cells, without `grid`.")
    static let rows = Key(
        "rows", .whole(1...GridReading.most), otherwise: "by the size of the display",
        "The number of rows of cells, without `grid`.")

    static let schema = TableSchema(
        "[[page]]", "A page of the display. In a file without pages one page shows all controls.",
        [name.row, title.row, display.row, controls.row, inputs.row, grid.row, columns.row, rows.row])

    static func read(_ table: TOMLTable, scope: inout Scope) -> PageSettings? {
        let mistakes = scope.mistakes
        let reader = TableReader(checking: table, by: schema, mistakes)
        let title = reader.read(title).value
        let display = reader.read(display).value.map { scope.displays.find($0, mistakes: mistakes) }
        let inputs = reader.read(inputs)
        let cells = PageCells(reader, controls: scope.controls)
        let turning = inputs.value?.indices(in: scope.inputs, key: Self.inputs.name, mistakes: mistakes)
        if let count = cells.count, let extra = inputs.value?.values.dropFirst(count).first {
            mistakes.add(
                extra.place,
                "there are more inputs than controls on this page: \(quoted(extra.value.value)) would turn nothing")
        }
        for (place, input) in zip(inputs.value?.values.map(\.place) ?? [], turning ?? []) {
            let name = quoted(scope.inputs.names[input])
            if scope.inputTypes.indices.contains(input), scope.inputTypes[input] == InputType.touch.rawValue {
                mistakes.warn(place, "\(name) has no effect here: a touchscreen moves the control that is touched")
            } else if scope.scrubbing.contains(input) {
                mistakes.warn(place, "\(name) has no effect here: it scrubs its 'ramp' and turns no control")
            }
        }
        guard let shown = cells.controls, turning != nil || inputs.state == .absent, let name = table.name
        else { return nil }
        for (name, (input, control)) in zip(inputs.value?.values ?? [], zip(turning ?? [], shown)) {
            scope.pageControls[input, default: [:]].merge([control: name.place]) { first, _ in first }
        }
        return PageSettings(
            name: name, title: title, display: display ?? nil, controls: shown, inputs: turning ?? [],
            areas: cells.areas, columns: cells.columns, rows: cells.rows)
    }
}
