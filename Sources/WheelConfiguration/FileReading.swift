import WheelModel
import WheelSettings

/// Reads the file's tables, in an order in which each can refer to the others.
struct FileReading {
    private let file: TOMLTable
    private let mistakes: MistakeList

    init(_ file: TOMLTable, mistakes: MistakeList) {
        self.file = file
        self.mistakes = mistakes
    }

    /// The settings; of no use after a complaint.
    func settings() -> Settings {
        let controls = tables("control")
        _ = NameList(
            "control", of: controls, key: ControlTable.name, schema: ControlTable.schema, mistakes: mistakes)
        let drafts = controls.enumerated().map { index, table in
            ControlTable.read(table, index: index, mistakes: mistakes)
        }
        return Settings(panel: PanelSettings(controls: drafts.compactMap(\.settings)))
    }

    private func tables(_ key: String) -> [TOMLTable] {
        guard case .list(let nodes)? = file[key]?.value else { return [] }
        return nodes.compactMap { node in if case .table(let table) = node.value { table } else { nil } }
    }
}
