import LinuxSystem
import WheelScene

/// How the terminal is divided: the view, the events to its right, and the panel's own row below both.
struct PanelLayout: Equatable {
    let columns: Int
    let rows: Int
    /// Whether the last row shows keys and prompts. In a terminal with few rows, the view has all rows.
    let hasLine: Bool
    private let eventColumns: Int

    /// In a terminal with at least this number of columns, events are shown by default: a page of large digits has
    /// enough room beside them.
    private static let usualForEvents = 160
    /// Below this number of columns there is no room for events.
    private static let leastForEvents = 100
    private static let widthOfEvents = 43
    private static let largest = (columns: 1024, rows: 512)

    /// Divides a terminal of this size. `wantsEvents` is the user's choice; `nil` shows events in a wide terminal.
    init(_ size: Terminal.Size, wantsEvents: Bool? = nil, canShowEvents: Bool = true) {
        columns = min(max(size.columns, 1), PanelLayout.largest.columns)
        rows = min(max(size.rows, 1), PanelLayout.largest.rows)
        hasLine = rows > 4
        let hasRoom = canShowEvents && hasLine && columns >= PanelLayout.leastForEvents
        let shows = hasRoom && (wantsEvents ?? (columns >= PanelLayout.usualForEvents))
        eventColumns = shows ? PanelLayout.widthOfEvents : 0
        canHaveEvents = hasRoom
    }

    let canHaveEvents: Bool
    var showsEvents: Bool { eventColumns > 0 }

    var view: CellBox {
        CellBox(column: 0, row: 0, columns: columns - eventColumns, rows: rows - (hasLine ? 1 : 0))
    }

    var strip: CellBox? {
        showsEvents
            ? CellBox(column: columns - eventColumns, row: 0, columns: eventColumns, rows: rows - 1) : nil
    }
}
