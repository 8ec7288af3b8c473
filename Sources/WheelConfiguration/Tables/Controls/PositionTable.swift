import WheelCore

/// `[[control]]`: the keys of a `choice` or `selection`.
enum PositionTable {
    static let most = 1000
    private static let owners = ControlTable.positions
    private static let choice = [ControlKind.choice.rawValue]
    private static let selection = [ControlKind.selection.rawValue]

    @SettingList<ControlDraft> static var settings: [Setting<ControlDraft>] {
        Setting(
            required: "positions", list, as: "[\"low\", \"high\"]", of: owners,
            {
                $0.list.positions = $1
                $0.positions = $1.map(\.name)
            },
            "The number of positions, which are then named `\"1\"`, `\"2\"`, …, or a list of names and tables, described below."
        )
        Setting(
            "default", .positionName, otherwise: "the first position", of: choice, { $0.initialPositions = [$1] },
            "The position after a reset, and at start if none is restored.")
        Setting(
            "default", ValueType<Placed<String>>.positionName.list(0...most, of: "position names"), otherwise: "none",
            of: selection, { $0.initialPositions = $1.values.map(\.value) },
            "The positions chosen after a reset, and at start if none are restored.")
        Setting(
            "off", .positionName, otherwise: "none", of: choice, { $0.off = $1 },
            "The position that means \"off\". The display draws this position without the accent colour.")
        Setting(
            "layout", .word(),
            otherwise: "segments, chips or a list, as space allows; with the scene `\"positions\"` an arc", of: owners,
            { $0.list.layout = $1 },
            "The display draws the positions as seats, in rows or in an arc.")
        Setting(
            "max_selected", .whole(1...most), otherwise: "all of them", of: selection,
            { ($0.list.maxSelected, $0.mostSelected) = ($1, $1) },
            "The largest number of positions that can be chosen at once.")
        Setting(
            "speeds", SpeedTable.list, otherwise: "a detent moves by one position", of: owners, { $0.givenSpeeds = $1 },
            "How far a turn moves the position or the cursor: a table for each speed, described below. "
                + "`per_detent` is a whole number of positions, 1…1000.")
    }

    private static let list = ValueType<[Position]>(
        "whole number or list", limits: "1…1000 positions", write: { _ in "" },
        read: { node, subject in
            switch node.value {
            case .integer:
                return ValueType<Int>.whole(1...most).read(node, subject).map(PositionSettings.numbered)
            case .list:
                guard let list = entry.list(1...most, of: "positions").read(node, subject) else { return nil }
                let names = list.values.map { Placed(value: $0.value.value.name, place: $0.value.place) }
                let isSound = subject.mistakes.areUnique(names, "positions") && list.isWhole
                return isSound ? list.values.map(\.value.value) : nil
            case .string, .number, .boolean, .date, .time, .dateTime, .table:
                return subject.mustBe("a whole number or a list", node)
            }
        })

    /// A position, with the place of its name in the file.
    private static let entry = ValueType<Placed<Position>>("", write: { _ in "" }) { node, subject in
        switch node.value {
        case .string:
            return ValueType<String>.text(1...64).read(node, subject).map { name in
                Placed(value: Position(name: name), place: node.place)
            }
        case .table(let table):
            let (position, reader) = entryTable.read(table, subject.mistakes)
            guard reader.isGiven("name") else { return nil }
            return Placed(value: position, place: reader.valuePlace("name"))
        case .integer, .number, .boolean, .date, .time, .dateTime, .list:
            return subject.mustBe("a string or a table", node)
        }
    }

    static let entryTable = Table("an entry of positions", "A position with a label.", Position(name: "")) {
        Setting(
            required: "name", .text(1...64), as: "\"low\"", { ($0.name, $0.label) = ($1, $1) },
            "The name that clients and bindings use.")
        Setting("label", .text(1...100), otherwise: "the name", { $0.label = $1 }, "The text on the display.")
    }
}

extension ControlDraft {
    /// Checks that the keys of a choice or a selection fit together, and makes its settings.
    mutating func completePositions(_ reader: TableReader) {
        let mistakes = reader.mistakes
        let speeds = SpeedReading(draft: self, reader: reader)
        (self.speeds, list.speeds) = (speeds.names, speeds.read())
        // Without the positions no further mistake can be found.
        guard positions != nil else { return }
        if let most = mostSelected {
            if most > list.positions.count {
                reader.complain(
                    at: "max_selected",
                    "'max_selected' is \(most), but there are only \(list.positions.count) positions")
            }
            if initialPositions.count > most {
                reader.complain(
                    at: "default",
                    "'default' chooses \(initialPositions.count) positions, but 'max_selected' is \(most)")
            }
        }
        for name in initialPositions {
            guard let index = index(of: name, mistakes) else { continue }
            if list.initial.contains(index) {
                mistakes.add(name.place, "'default' names the position \(quoted(name.value)) twice")
            } else {
                list.initial.append(index)
            }
        }
        list.off = off.flatMap { index(of: $0, mistakes) }
        settings.quantity = kind == .choice ? .choice(list) : .selection(list)
    }

    private func index(of name: Placed<String>, _ mistakes: MistakeList) -> Int? {
        if let index = list.positions.firstIndex(where: { $0.name == name.value }) { return index }
        let hint = mistakes.hint(name.value, in: list.positions.map(\.name), whereNone: "there are none")
        return mistakes.add(name.place, "there is no position named \(quoted(name.value))\(hint)")
    }
}
