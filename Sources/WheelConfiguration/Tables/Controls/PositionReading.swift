import WheelCore
import WheelModel

/// Reads the keys of a `choice` or `selection`.
struct PositionReading {
    let reader: TableReader

    private var mistakes: MistakeList { reader.mistakes }

    func choice(into draft: inout ControlDraft) -> PositionSettings? {
        let positions = positions()
        draft.positions = positions?.map(\.name)
        let layout = reader.read(PositionKeys.layout).value
        let initial = reader.read(PositionKeys.choice)
        let off = reader.read(PositionKeys.off)
        let speeds = SpeedReading(ofPositions: reader).read(names: &draft.speeds)
        guard let positions, let speeds else { return nil }
        let chosen = initial.value.flatMap { index(of: $0, in: positions) }
        return PositionSettings(
            positions: positions, layout: layout, initial: chosen.map { [$0] } ?? [],
            off: off.value.flatMap { index(of: $0, in: positions) }, speeds: speeds)
    }

    func selection(into draft: inout ControlDraft) -> PositionSettings? {
        let positions = positions()
        draft.positions = positions?.map(\.name)
        let layout = reader.read(PositionKeys.layout).value
        let most = reader.read(PositionKeys.maxSelected)
        draft.mostSelected = most.value
        let initial = reader.read(PositionKeys.selection)
        let speeds = SpeedReading(ofPositions: reader).read(names: &draft.speeds)
        guard let positions, let speeds else { return nil }
        if let limit = most.value, limit > positions.count {
            mistakes.add(
                most.place, "'max_selected' is \(limit), but there are only \(positions.count) positions")
        }
        let names = initial.value?.values.map(\.value) ?? []
        if let most = most.value, names.count > most {
            mistakes.add(initial.place, "'default' chooses \(names.count) positions, but 'max_selected' is \(most)")
        }
        var chosen: [Int] = []
        for name in names {
            guard let index = index(of: name, in: positions) else { continue }
            if chosen.contains(index) {
                mistakes.add(name.place, "'default' names the position \(quoted(name.value)) twice")
            } else {
                chosen.append(index)
            }
        }
        return PositionSettings(
            positions: positions, layout: layout, maxSelected: most.value, initial: chosen,
            speeds: speeds)
    }

    private func index(of name: Placed<String>, in positions: [Position]) -> Int? {
        if let index = positions.firstIndex(where: { $0.name == name.value }) { return index }
        let hint = mistakes.hint(name.value, in: positions.map(\.name), whereNone: "there are none")
        return mistakes.add(name.place, "there is no position named \(quoted(name.value))\(hint)")
    }

    private func positions() -> [Position]? {
        let subject = Subject(name: "'positions'", mistakes: mistakes)
        guard let node = reader.read(PositionKeys.positions).value else { return nil }
        switch node.value {
        case .integer:
            return ValueType<Int>.whole(1...PositionKeys.most).read(node, subject).map(PositionSettings.numbered)
        case .list(let nodes):
            guard (1...PositionKeys.most).contains(nodes.count) else {
                return subject.complain(
                    node.place,
                    nodes.isEmpty ? "must not be empty" : "must have at most 1000 entries, not \(nodes.count)")
            }
            let positions = nodes.compactMap { PositionTable.read($0, mistakes: mistakes) }
            let names = positions.map { Placed(value: $0.value.name, place: $0.place) }
            return mistakes.areUnique(names, "positions") && names.count == nodes.count ? positions.map(\.value) : nil
        case .string, .number, .boolean, .date, .time, .dateTime, .table:
            return subject.mustBe("a whole number or a list", node)
        }
    }
}
