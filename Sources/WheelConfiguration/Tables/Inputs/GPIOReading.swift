import WheelCore
import WheelModel

/// Reads the keys of `type = "gpio"`.
struct GPIOReading {
    let reader: TableReader
    let reverse: Read<Bool>

    private var mistakes: MistakeList { reader.mistakes }

    func read(into input: inout InputSettings, taken: inout TakenSources) -> GPIOSettings? {
        let chip = reader.read(GPIOKeys.chip)
        let a = reader.read(GPIOKeys.a)
        let b = reader.read(GPIOKeys.b)
        let button = reader.read(GPIOKeys.button)
        let initial = reader.read(GPIOKeys.initial)
        let bias = reader.read(GPIOKeys.bias).value
        let activeLow = reader.read(GPIOKeys.activeLow).value
        let detents = reader.read(GPIOKeys.detents)
        let transitions = reader.read(GPIOKeys.transitions)
        let rest = reader.read(GPIOKeys.rest)
        let detentless = reader.read(GPIOKeys.detentless)
        let debounce = reader.read(GPIOKeys.debounce)
        checkTransitions(transitions, isDetentless: detentless.value)
        if rest.isGiven, detentless.value {
            mistakes.warn(rest.place, "'rest' has no effect with 'detentless'")
        }
        checkPair(a, b, button)
        if initial.isGiven, button.state == .absent {
            mistakes.add(initial.place, "'initial' needs 'button': it tells the level of that line")
        }
        let given = [a, b, button].compactMap(\.value)
        if !chip.isMistaken { claim([("a", a), ("b", b), ("button", button)], of: chip.value, taken: &taken) }

        input.detents = detents.value
        input.isDetentless = detentless.value
        guard !given.isEmpty else { return nil }
        var settings = GPIOSettings(
            chip: chip.value, button: button.value, bias: bias, isActiveLow: activeLow, tellsInitial: initial.value)
        if let a = a.value, let b = b.value {
            settings.encoder = GPIOEncoderSettings(
                a: a, b: b, transitionsPerDetent: transitions.value, rest: rest.value,
                debounce: debounce.value
                    ?? GPIOEncoderSettings.usualDebounce(
                        detents: detents.value, transitionsPerDetent: transitions.value,
                        isDetentless: detentless.value),
                isReversed: reverse.value)
        }
        return settings
    }

    private func checkTransitions(_ transitions: Read<Int>, isDetentless: Bool) {
        guard transitions.isGiven, !isDetentless, ![1, 2, 4].contains(transitions.value) else { return }
        mistakes.add(
            transitions.place,
            "'transitions_per_detent' must be 4, 2 or 1, not \(transitions.value), unless 'detentless' is true")
    }

    private func checkPair(_ a: Read<GPIOLine?>, _ b: Read<GPIOLine?>, _ button: Read<GPIOLine?>) {
        switch (a.state, b.state) {
        case (.absent, .absent):
            if button.state == .absent {
                mistakes.add(reader.place, "a gpio input needs the lines 'a' and 'b', or 'button'")
            }
            for key in GPIOKeys.ofEncoder where reader.has(key) {
                mistakes.add(
                    reader.keyPlace(key), "\(quoted(key)) belongs to an encoder, but this input has no 'a' and 'b'")
            }
        case (.absent, _):
            mistakes.add(b.place, "'b' needs 'a': an encoder has two lines")
        case (_, .absent):
            mistakes.add(a.place, "'a' needs 'b': an encoder has two lines")
        case (.given, .given), (.mistaken, _), (_, .mistaken):
            break
        }
    }

    private func claim(_ keys: [(String, Read<GPIOLine?>)], of chip: String?, taken: inout TakenSources) {
        let input = reader.table.name.map { " of \(quoted($0))" } ?? ""
        for (key, line) in keys {
            guard let value = line.value else { continue }
            taken.claim(value, of: chip, for: quoted(key) + input, at: line.place, mistakes)
        }
    }
}
