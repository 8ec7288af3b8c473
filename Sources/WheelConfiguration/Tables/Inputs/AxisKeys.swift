import WheelCore
import WheelModel

/// `[[input]]`: the axis of `type = "evdev"`.
enum AxisKeys {
    private static let owners = [InputType.evdev.rawValue]

    static let axis = Key(
        "axis", .axis, otherwise: "the first of REL_DIAL, REL_WHEEL and REL_HWHEEL that the device has", of: owners,
        "The axis that turns. An axis `ABS_…` reports its position: it spans the range of the control in its taper, "
            + "speeds do nothing, and a choice's positions have equal parts of its way.")
    static let wraps = Key(
        "axis_wraps", .flag, default: false, of: owners,
        "Whether an axis `ABS_…` goes on at its other end, as a touch ring. It then turns, `detents` in a revolution.")
    static let noise = Key(
        "axis_noise", .whole(0...1_000_000_000), otherwise: "the axis's fuzz, at least 1/512 of its way", of: owners,
        "A move of an axis `ABS_…` that is shorter is none, in the axis's own units.")
    static let takeover = Key(
        "takeover", .word(Takeover.self), default: .pickup, of: owners,
        "How an axis `ABS_…` moves a value that stands elsewhere: after the start, a change of focus, an unlock, or a change "
            + "by another. `pickup`: not before the axis has come to it. `jump`: the value jumps to the axis as soon as "
            + "that moves. `scale`: the rest of the axis's way moves it over the rest of its own way, until they meet.")

    static let rows = [axis.row, wraps.row, noise.row, takeover.row]

    /// Reads the keys. The settings are incomplete if a mistake was added.
    static func read(_ reader: TableReader, into settings: inout EvdevSettings, _ input: inout InputSettings) {
        let axis = reader.read(axis)
        settings.axis = axis.value?.rawValue
        settings.axisWraps = reader.read(wraps).value
        settings.axisNoise = reader.read(noise).value
        input.takeover = reader.read(takeover).value
        guard !axis.isMistaken else { return }
        if axis.value?.isAbsolute != true {
            for key in [wraps.name, noise.name, takeover.name] where reader.has(key) {
                reader.mistakes.add(
                    reader.keyPlace(key),
                    "\(quoted(key)) belongs to an axis that reports its position: give an 'axis', as \"ABS_X\"")
            }
        } else if settings.axisWraps, reader.has(takeover.name) {
            reader.mistakes.warn(
                reader.keyPlace(takeover.name), "'takeover' has no effect on an axis that wraps, which turns")
        }
        if axis.value?.isAbsolute == true, !reader.has(EvdevKeys.match.name) {
            reader.mistakes.add(
                axis.place, "an absolute axis needs a 'match', since many devices that are no knobs have such axes")
        }
    }
}

/// Checks what an axis that spans a range can move.
struct SpanReading {
    let reader: TableReader
    let scope: Scope
    let axis: String
    /// The controls that the input names itself; `nil` if it turns all of them.
    let own: [Placed<String>]?

    /// What a spanning axis of these settings is; `nil` if there is none.
    static func axis(of settings: EvdevSettings) -> String? {
        guard let axis = settings.axis, !settings.axisWraps, EvdevAxis(rawValue: axis)?.isAbsolute == true else {
            return nil
        }
        return axis
    }

    /// `pages` has the controls that pages give the input, and the places where they do.
    func check(_ input: InputSettings, pages: [Int: Place], on: TOMLTable?) {
        if reader.has(InputTable.ramp.name) {
            reader.mistakes.add(
                reader.keyPlace(InputTable.ramp.name),
                "an axis that spans a range scrubs no ramp: 'ramp' needs an axis that turns")
        }
        if reader.has(GPIOKeys.detents.name) {
            reader.mistakes.warn(
                reader.keyPlace(GPIOKeys.detents.name), "'detents' has no effect on an axis that does not turn")
        }
        if let on, case .speed = input.bindings.turn {
            reader.mistakes.warn(on.place, "'turn' with a speed has no effect on an axis that spans a range")
        }
        let endless = Set(scope.drafts.filter { $0.range?.isFinite == false }.map(\.index))
        if let own {
            for name in own {
                guard let control = scope.controls.names.firstIndex(of: name.value), endless.contains(control) else {
                    continue
                }
                reader.mistakes.add(
                    name.place,
                    "the range of \(quoted(name.value)) has no end, so that \(quoted(axis)) cannot span it: give it a "
                        + "finite range, or set 'axis_wraps'")
            }
        } else if let control = input.controls.first(where: endless.contains) {
            reader.mistakes.warn(
                reader.place,
                "\(quoted(axis)) does not move \(quoted(scope.controls.names[control])), whose range has no end; "
                    + "name the 'controls' that it moves")
        }
        for (control, place) in pages.sorted(by: { $0.key < $1.key }) where endless.contains(control) {
            reader.mistakes.add(
                place.source == 0 ? reader.place : place,
                "a page gives this input the control \(quoted(scope.controls.names[control])), whose range has no end, so "
                    + "that \(quoted(axis)) cannot span it")
        }
    }
}

/// The kernel's axes, by their names. REL_WHEEL and REL_HWHEEL include their high-resolution axes.
enum EvdevAxis: String, CaseIterable, Sendable {
    case dial = "REL_DIAL"
    case wheel = "REL_WHEEL"
    case horizontalWheel = "REL_HWHEEL"
    case x = "REL_X"
    case y = "REL_Y"
    case z = "REL_Z"
    case rx = "REL_RX"
    case ry = "REL_RY"
    case rz = "REL_RZ"
    case misc = "REL_MISC"
    case absX = "ABS_X"
    case absY = "ABS_Y"
    case absZ = "ABS_Z"
    case absRX = "ABS_RX"
    case absRY = "ABS_RY"
    case absRZ = "ABS_RZ"
    case throttle = "ABS_THROTTLE"
    case rudder = "ABS_RUDDER"
    case absWheel = "ABS_WHEEL"
    case gas = "ABS_GAS"
    case brake = "ABS_BRAKE"
    case hat0X = "ABS_HAT0X"
    case hat0Y = "ABS_HAT0Y"
    case hat1X = "ABS_HAT1X"
    case hat1Y = "ABS_HAT1Y"
    case hat2X = "ABS_HAT2X"
    case hat2Y = "ABS_HAT2Y"
    case hat3X = "ABS_HAT3X"
    case hat3Y = "ABS_HAT3Y"
    case pressure = "ABS_PRESSURE"
    case distance = "ABS_DISTANCE"
    case tiltX = "ABS_TILT_X"
    case tiltY = "ABS_TILT_Y"
    case toolWidth = "ABS_TOOL_WIDTH"
    case volume = "ABS_VOLUME"
    case absMisc = "ABS_MISC"

    var isAbsolute: Bool { rawValue.hasPrefix("ABS_") }
}

extension ValueType where Value == EvdevAxis {
    /// An axis, by the kernel's name.
    static let axis = ValueType(
        "axis's name, `REL_…` or `ABS_…`", write: { quoted($0.rawValue, quote: "\"") },
        read: { node, subject in
            guard case .string(let text) = node.value else {
                return subject.mustBe("an axis by the kernel's name", node)
            }
            if let axis = EvdevAxis(rawValue: text) { return axis }
            let nearest = NearestName.of(text, in: EvdevAxis.allCases.map(\.rawValue))
            let hint = nearest.map { " (did you mean \(quoted($0))?)" } ?? ""
            return subject.complain(
                node.place,
                "must be an axis by the kernel's name, as \"REL_DIAL\" or \"ABS_X\", not \(quoted(text, quote: "\""))\(hint)"
            )
        })
}
