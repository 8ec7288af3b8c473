import WheelCore

/// `[[input]]`: the keys of `type = "evdev"`.
enum EvdevKeys {
    private static let owners = [InputType.evdev.rawValue]
    private static let ofDevices = owners + [InputType.touch.rawValue]

    @SettingList<InputDraft> static var settings: [Setting<InputDraft>] {
        Setting(
            "match", MatchTable.type,
            otherwise: "every rotary device that is neither a pointer nor a keyboard, or every touchscreen",
            of: ofDevices,
            { $0.match = $1 },
            "The devices of the input: a table, described below. All devices that match act as one input.")
        Setting(
            "grab", .flag, default: false, of: ofDevices, { $0.grabs = $1 },
            "Whether the device is grabbed, so that other programs get none of its events.")
        Setting(
            "axis", EvdevAxis.type, otherwise: "the first of REL_DIAL, REL_WHEEL and REL_HWHEEL that the device has",
            of: owners,
            { $0.evdev.axis = $1 },
            "The axis that turns. An axis `ABS_…` reports its position: its travel covers the control's range, by the "
                + "control's taper, or is divided equally among a choice's positions. Speeds do nothing.")
        Setting(
            "axis_wraps", .flag, default: false, of: owners, { $0.evdev.axisWraps = $1 },
            "Whether an axis `ABS_…` wraps around, as a touch ring does. Such an axis turns by `detents` per "
                + "revolution.")
        Setting(
            "axis_noise", .whole(0...1_000_000_000), otherwise: "the axis's fuzz, at least 1/512 of its travel",
            of: owners, { $0.evdev.axisNoise = $1 },
            "Shorter moves of an axis `ABS_…` are ignored, in the axis's own units.")
        Setting(
            "takeover", .word(), default: Takeover.pickup, of: owners, { $0.settings.takeover = $1 },
            "How an axis `ABS_…` moves a value that differs from its position: after the start, a change of focus, an "
                + "unlock, or a change from elsewhere. `pickup`: only once the axis has reached the value. `jump`: the "
                + "value jumps to the axis's position at the first move. `scale`: the rest of the axis's travel moves "
                + "the value over the rest of the range, until axis and value meet.")
        Setting(
            "turn_keys", ValueType<String>.key.list(2...2, of: "two keys"), otherwise: "none", of: owners,
            { $0.turnKeys = $1 },
            "The keys that the knob sends for a detent: down, up.")
        Setting(
            "haptics", .flag, default: false, of: owners, { $0.evdev.hasHaptics = $1 },
            "Force feedback, if the device has it: a tick per detent, a bump at an end.")
    }
}

/// `[[input]]`: the key that only `type = "touch"` has.
enum TouchKeys {
    @SettingList<InputDraft> static var settings: [Setting<InputDraft>] {
        Setting(
            "matrix", .matrix, otherwise: "the udev property LIBINPUT_CALIBRATION_MATRIX, else none",
            of: [InputType.touch.rawValue], { $0.matrix = $1 },
            "The calibration matrix of libinput, `[a, b, c, d, e, f]`: x' = a·x + b·y + c, y' = d·x + e·y + f.")
    }
}

extension InputDraft {
    mutating func completeEvdev(_ reader: TableReader, isKey: (String) -> Bool) {
        (evdev.match, evdev.grabs, evdev.isReversed) = (match, grabs, isReversed)
        let keys = turnKeys?.values ?? []
        for key in keys where !isKey(key.value) {
            reader.mistakes.add(key.place, "the kernel has no key named \(quoted(key.value))")
        }
        if keys.count == 2 {
            evdev.turnKeys = TurnKeys(down: keys[0].value, up: keys[1].value)
            if keys[0].value == keys[1].value {
                reader.mistakes.add(keys[1].place, "'turn_keys' needs two different keys: down, up")
            }
        }
        if !reader.isMistaken("axis") { checkAxis(reader) }
    }

    private func checkAxis(_ reader: TableReader) {
        guard EvdevAxis.isAbsolute(evdev.axis) else {
            for key in ["axis_wraps", "axis_noise", "takeover"] where reader.has(key) {
                reader.complain(
                    atKey: key,
                    "\(quoted(key)) belongs to an axis that reports its position: give an 'axis', as \"ABS_X\"")
            }
            return
        }
        if evdev.axisWraps, reader.has("takeover") {
            reader.warn(atKey: "takeover", "'takeover' has no effect on an axis that wraps, which turns")
        }
        if !reader.has("match") {
            reader.complain(
                at: "axis", "an absolute axis needs a 'match', since many devices that are not knobs have such axes")
        }
    }

    /// Checks that an axis that reports its position can move the input's controls: the axis's travel spans a control's
    /// range, so the range must have two ends. `pages` contains the controls that pages give the input, each with the
    /// place where the page names the input.
    func checkSpan(_ reader: TableReader, _ scope: Scope, pages: [Int: Place]) {
        guard let axis = evdev.axis, EvdevAxis.isAbsolute(axis), !evdev.axisWraps else { return }
        let name = quoted(axis)
        if reader.has("ramp") {
            reader.complain(
                atKey: "ramp",
                "an axis that spans a range cannot scrub a ramp: 'ramp' needs an axis that turns")
        }
        if reader.has("detents") {
            reader.warn(atKey: "detents", "'detents' has no effect on an axis that does not turn")
        }
        if let on, case .speed = settings.bindings.turn {
            reader.mistakes.warn(on.place, "'turn' with a speed has no effect on an axis that spans a range")
        }
        let endless = Set(scope.drafts.filter { $0.range?.isFinite == false }.map(\.index))
        if let controls {
            for control in controls.values.map(\.value) {
                guard let index = scope.controls.names.firstIndex(of: control.value), endless.contains(index) else {
                    continue
                }
                reader.mistakes.add(
                    control.place,
                    "the range of \(quoted(control.value)) has no end, so that \(name) cannot span it: give it a finite "
                        + "range, or set 'axis_wraps'")
            }
        } else if let control = settings.controls.first(where: endless.contains) {
            reader.mistakes.warn(
                reader.place,
                "\(name) does not move \(quoted(scope.controls.names[control])), whose range has no end; "
                    + "name the 'controls' that it moves")
        }
        for (control, place) in pages.sorted(by: { $0.key < $1.key }) where endless.contains(control) {
            reader.mistakes.add(
                place.source == 0 ? reader.place : place,
                "a page gives this input the control \(quoted(scope.controls.names[control])), whose range has no end, so "
                    + "that \(name) cannot span it")
        }
    }
}

extension ValueType where Value == String {
    static let key = text(0...200).refined("key's name", limits: "`KEY_…` or `BTN_…`") { text in
        isKeyName(text)
            ? nil : "must be a key by the kernel's name, as \"KEY_VOLUMEUP\", not \(quoted(text, quote: "\""))"
    }

    static func isKeyName(_ text: String) -> Bool {
        guard text.hasPrefix("KEY_") || text.hasPrefix("BTN_"), (5...40).contains(text.utf8.count) else { return false }
        return text.unicodeScalars.allSatisfy { ("A"..."Z").contains($0) || ("0"..."9").contains($0) || $0 == "_" }
    }
}

extension ValueType where Value == [Double] {
    static let matrix = ValueType<Double>.number(.closed(-1e6...1e6)).list(6...6, of: "six numbers").wholeList()
        .refined(limits: "a·e ≠ b·d") { matrix in
            (matrix[0] * matrix[4] - matrix[1] * matrix[3]).magnitude > 1e-12
                ? nil : "cannot be inverted: it maps the whole screen to a line"
        }
}

/// The kernel's axes, by their names. REL_WHEEL and REL_HWHEEL include their high-resolution axes.
enum EvdevAxis {
    static let names =
        ["DIAL", "WHEEL", "HWHEEL", "X", "Y", "Z", "RX", "RY", "RZ", "MISC"].map { "REL_" + $0 }
        + [
            "X", "Y", "Z", "RX", "RY", "RZ", "THROTTLE", "RUDDER", "WHEEL", "GAS", "BRAKE", "HAT0X", "HAT0Y", "HAT1X",
            "HAT1Y", "HAT2X", "HAT2Y", "HAT3X", "HAT3Y", "PRESSURE", "DISTANCE", "TILT_X", "TILT_Y", "TOOL_WIDTH",
            "VOLUME", "MISC",
        ].map { "ABS_" + $0 }

    /// Whether the axis reports its position.
    static func isAbsolute(_ name: String?) -> Bool { name?.hasPrefix("ABS_") == true }

    static let type = ValueType<String>(
        "axis's name, `REL_…` or `ABS_…`", write: { quoted($0, quote: "\"") },
        read: { node, subject in
            guard case .string(let text) = node.value else {
                return subject.mustBe("an axis by the kernel's name", node)
            }
            if names.contains(text) { return text }
            return subject.complain(
                node.place,
                "must be an axis by the kernel's name, as \"REL_DIAL\" or \"ABS_X\", not \(quoted(text, quote: "\""))"
                    + NearestName.suggestion(text, in: names))
        })
}
