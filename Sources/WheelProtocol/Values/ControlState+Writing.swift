import WheelModel
import WheelSettings

extension LineBuffer {
    /// The members of a control, as in `hello` and in the answer to `get`.
    mutating func members(of control: ControlState) {
        key("control")
        string(control.name)
        key("label")
        string(control.label)
        key("kind")
        string(control.kind.name.rawValue)
        key("value")
        value(control.value)
        if case .selection(_, let cursor, _) = control.kind {
            key("cursor")
            optionalString(cursor)
        }
        key("text")
        string(control.text)
        switch control.kind {
        case .float(let number), .int(let number): members(of: number)
        case .choice(let positions): members(of: positions, maxSelected: nil)
        case .selection(let positions, _, let maxSelected): members(of: positions, maxSelected: maxSelected)
        }
        key("default")
        value(control.initial)
        key("speed")
        string(control.speed)
        key("speeds")
        strings(control.speeds)
        key("editing")
        bool(control.isEditing)
        key("hands")
        bool(control.movedByHands)
        if let ramp = control.ramp {
            key("ramp")
            beginObject()
            members(of: ramp)
            endObject()
        }
    }

    private mutating func members(of number: NumberState) {
        key("range")
        range(number.range)
        key("step")
        optionalNumber(number.step)
        key("wrap")
        bool(number.wraps)
        if let rotations = number.rotations {
            key("rotations")
            integer(rotations)
        }
        key("taper")
        string(number.taper.rawValue)
        key("unit")
        optionalString(number.unit)
        key("decimals")
        integer(number.decimals)
    }

    private mutating func members(of positions: [Position], maxSelected: Int?) {
        key("positions")
        beginArray()
        for position in positions {
            separate()
            beginObject()
            key("name")
            string(position.name)
            key("label")
            string(position.label)
            endObject()
        }
        endArray()
        if let maxSelected {
            key("max_selected")
            integer(maxSelected)
        }
        // Every control has these; positions have nothing to say in them.
        append(",\"wrap\":false,\"unit\":null,\"decimals\":0")
    }

    /// A range as the configuration writes it: `"[0, inf)"`.
    private mutating func range(_ range: ValueRange) {
        append(range.includesLower ? "\"[" : "\"(")
        end(range.lower)
        append(", ")
        end(range.upper)
        append(range.includesUpper ? "]\"" : ")\"")
    }

    private mutating func end(_ value: Double) {
        if value.isFinite { number(value) } else { append(value < 0 ? "-inf" : "inf") }
    }
}
