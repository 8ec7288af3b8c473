import WheelCore

/// The lines, axes and keys of earlier inputs in the file, which no other input can use.
struct TakenSources {
    private struct Line: Hashable {
        let chip: String?
        let line: GPIOLine
    }

    private var lines: [Line: (user: String, place: Place)] = [:]
    /// The places of the inputs that use every device of a kind, by the kind of device.
    private var all: [String: Place] = [:]
    private var evdev: [EvdevUser] = []

    /// An input that reads event devices, with the axis and the keys that it names.
    private struct EvdevUser {
        let place: Place
        let match: DeviceMatch?
        let axis: String?
        let keys: [String]

        /// Whether both inputs read the same event devices, as far as their `match` tables show.
        func shares(_ other: DeviceMatch?) -> Bool {
            match == other || match?.path != nil && match?.path == other?.path
        }
    }

    /// Records that `user`, such as `'a' of 'knob'`, uses a line. The kernel grants each line only once.
    mutating func claim(
        _ line: GPIOLine, of chip: String?, for user: String, at place: Place, _ mistakes: MistakeList
    ) {
        let line = Line(chip: chip, line: line)
        if let owner = lines[line] {
            mistakes.add(
                place, "the GPIO line \(line.line.text) is taken: \(owner.user) in line \(owner.place.line) uses it")
        } else {
            lines[line] = (user, place)
        }
    }

    /// Records the axis and the keys that an input names. A second input with the same device must name neither this
    /// axis nor any of these keys.
    mutating func claim(_ input: InputDraft, _ reader: TableReader) {
        // An input with a mistake in `match`, `axis` or `turn_keys` is not compared with other inputs.
        guard !["match", "axis"].contains(where: reader.isMistaken),
            reader.has("turn_keys") == (input.evdev.turnKeys != nil)
        else { return }
        let turnKeys = input.evdev.turnKeys.map { [$0.down, $0.up] } ?? []
        let own = EvdevUser(
            place: reader.place, match: input.match, axis: input.evdev.axis,
            keys: turnKeys + input.settings.buttons.map(\.name))
        let others = evdev.filter { $0.shares(own.match) }
        evdev.append(own)
        if let axis = own.axis, let first = others.first(where: { $0.axis == axis }) {
            complain(axis, "axis", first, at: reader.keyPlace("axis"), reader)
        }
        for key in own.keys {
            guard let first = others.first(where: { $0.keys.contains(key) }) else { continue }
            let button = input.on?.entries.first { $0.key == key }?.place
            complain(key, "key", first, at: button ?? reader.keyPlace("turn_keys"), reader)
        }
        guard own.axis == nil, own.keys.isEmpty, let first = others.first(where: \.keys.isEmpty) else { return }
        reader.mistakes.warn(
            reader.place,
            own.match == nil
                ? "without 'match' this input uses every rotary device, but the input in line \(first.place.line) "
                    + "uses them all already"
                : "nothing is left for this input: the input in line \(first.place.line) has the same device, with "
                    + "every axis and key that no input names. Give this one an 'axis', 'turn_keys' or "
                    + "[input.on.KEY_…]")
    }

    private func complain(_ name: String, _ what: String, _ first: EvdevUser, at place: Place, _ reader: TableReader) {
        reader.mistakes.add(
            place, "\(quoted(name)) is taken: the input in line \(first.place.line) has this \(what) of the same device"
        )
    }

    /// Records an input without `match`, which uses every device of the kind `device`. Warns about a second such input,
    /// which gets no device.
    mutating func claimAll(_ device: String, _ reader: TableReader) {
        guard !reader.has("match") else { return }
        if let first = all[device] {
            reader.mistakes.warn(
                reader.place,
                "without 'match' this input uses every \(device), but the input in line \(first.line) "
                    + "uses them all already")
        }
        all[device] = all[device] ?? reader.place
    }
}

extension GPIOLine {
    /// The line in the syntax of the file.
    fileprivate var text: String {
        switch self {
        case .named(let name): quoted(name)
        case .offset(let offset): "\(offset)"
        }
    }
}
