import WheelCore

/// `[[input]]`: the keys of `type = "gpio"`, and the keys about detents, which other types share.
enum GPIOKeys {
    private static let owners = [InputType.gpio.rawValue]
    private static let turning = owners + [InputType.evdev.rawValue, InputType.client.rawValue]
    private static let usual = GPIOEncoderSettings(a: .offset(0), b: .offset(0))

    @SettingList<InputDraft> static var settings: [Setting<InputDraft>] {
        Setting(
            "chip", .text(1...4095),
            otherwise:
                "the chip that has the named lines; for offsets the chip of a Raspberry Pi's header, or the only chip",
            of: owners, { $0.gpio.chip = $1 },
            "The chip's name, label or path.")
        Setting(
            "a", .line, otherwise: "required for an encoder", of: owners, { $0.a = $1 },
            "The encoder's first line.")
        Setting(
            "b", .line, otherwise: "required for an encoder", of: owners, { $0.b = $1 },
            "The encoder's second line.")
        Setting(
            "button", .line, otherwise: "none", of: owners, { $0.gpio.button = $1 },
            "The push button's line. Without `a` and `b` the input is only a button or switch.")
        Setting(
            "bias", .word(), default: GPIOBias.pullUp, of: owners, { $0.gpio.bias = $1 },
            "The pull resistors, which set the level of the lines while the contacts are open.")
        Setting(
            "active_low", .flag, default: false, of: owners, { $0.gpio.isActiveLow = $1 },
            "Whether a low level counts as high.")
        Setting(
            "initial", .flag, default: false, of: owners, { $0.gpio.reportsInitialLevel = $1 },
            "Whether `button` is a switch, whose level is reported at start and whenever its line is attached again: "
                + "the action of `down` or `up` is done, and no click or long press follows.")
        Setting(
            "detents", .whole(1...10_000), otherwise: "`\(InputSettings.usualDetents)`; of a PowerMate `96`",
            of: turning, { $0.settings.givenDetents = $1 },
            "Detents per revolution.")
        Setting(
            "detents_per_step", .whole(1...64), default: 1, of: turning, { $0.settings.detentsPerStep = $1 },
            "Detents for one step of a control that has steps or positions.")
        Setting(
            "transitions_per_detent", .whole(1...1024), default: usual.transitionsPerDetent, of: owners,
            { $0.encoder.transitionsPerDetent = $1 },
            "Changes of the two lines per detent: 4, 2 or 1. A dial without detents may have any number.")
        Setting(
            "rest", .word(), default: usual.rest, of: owners, { $0.encoder.rest = $1 },
            "The state of the contacts at a detent: both `open`, both `closed`, only `a` or only `b` closed, or `any` "
                + "of these. With 2 transitions per detent `open` is the same as `closed`, and `a` as `b`; with 1 all "
                + "are `any`."
        )
        Setting(
            "detentless", .flag, default: false, of: turning, { $0.settings.isDetentless = $1 },
            "Whether the dial has no detents. Values then follow the angle of the knob.")
        Setting(
            "debounce_us", .microseconds(0...10_000),
            otherwise: "`0`; `2000` if every change of a line counts and a revolution has at most 256 of them",
            of: owners, { $0.debounce = $1 },
            "How long a line of the encoder must be stable before a change counts. Needed with "
                + "`transitions_per_detent = 1` and with `detentless`, where each bounce would count; elsewhere bounce is "
                + "harmless even with 0.")
    }

    /// The keys that only an encoder uses.
    fileprivate static let ofEncoder = [
        "detents", "detents_per_step", "transitions_per_detent", "rest", "detentless", "debounce_us", "reverse",
    ]
}

extension InputDraft {
    mutating func completeGPIO(_ reader: TableReader, taken: inout TakenSources) {
        let mistakes = reader.mistakes
        let transitions = encoder.transitionsPerDetent
        if !settings.isDetentless, ![1, 2, 4].contains(transitions) {
            reader.complain(
                at: "transitions_per_detent",
                "'transitions_per_detent' must be 4, 2 or 1, not \(transitions), unless 'detentless' is true")
        }
        if settings.isDetentless, reader.isGiven("rest") {
            reader.warn(at: "rest", "'rest' has no effect with 'detentless'")
        }
        if reader.isGiven("initial"), !reader.has("button") {
            reader.complain(at: "initial", "'initial' needs 'button': it reports the level of that line")
        }
        checkPair(reader)
        let input = reader.table.name.map { " of \(quoted($0))" } ?? ""
        if !reader.isMistaken("chip") {
            for (key, line) in [("a", a), ("b", b), ("button", gpio.button)] {
                guard let line else { continue }
                taken.claim(line, of: gpio.chip, for: quoted(key) + input, at: reader.valuePlace(key), mistakes)
            }
        }
        guard let a, let b else { return }
        (encoder.a, encoder.b, encoder.isReversed) = (a, b, isReversed)
        encoder.debounce =
            debounce
            ?? GPIOEncoderSettings.usualDebounce(
                detents: settings.detents(), transitionsPerDetent: transitions, isDetentless: settings.isDetentless)
        gpio.encoder = encoder
    }

    private func checkPair(_ reader: TableReader) {
        switch (reader.has("a"), reader.has("b")) {
        case (true, true): break
        case (false, true):
            reader.complain(at: "b", "'b' needs 'a': an encoder has two lines")
        case (true, false):
            reader.complain(at: "a", "'a' needs 'b': an encoder has two lines")
        case (false, false):
            if !reader.has("button") {
                reader.mistakes.add(reader.place, "a gpio input needs the lines 'a' and 'b', or 'button'")
            }
            for key in GPIOKeys.ofEncoder where reader.has(key) {
                reader.complain(atKey: key, "\(quoted(key)) belongs to an encoder, but this input has no 'a' and 'b'")
            }
        }
    }
}

extension ValueType where Value == GPIOLine {
    static let line = ValueType(
        "line's name or offset", write: { _ in "" },
        read: { node, subject in
            switch node.value {
            case .string:
                return ValueType<String>.text(1...31).read(node, subject).map(GPIOLine.named)
            case .integer(let offset):
                guard let line = UInt32(exactly: offset), line <= 65_535 else {
                    return subject.complain(node.place, "must be an offset from 0 to 65535, not \(offset)")
                }
                return .offset(line)
            case .number, .boolean, .date, .time, .dateTime, .list, .table:
                return subject.mustBe("a line's name or offset", node)
            }
        })
}
