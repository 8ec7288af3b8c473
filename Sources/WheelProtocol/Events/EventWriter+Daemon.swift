import WheelModel

/// A device that the daemon waits for, has, or has lost.
public enum DevicePlace: Equatable, Sendable {
    case input(Int)
    case display(Int)
}

/// What happens outside the model.
extension EventWriter {
    public func device(
        _ place: DevicePlace, _ state: DeviceState, detail: String, _ stamp: EventStamp, to line: inout LineBuffer
    ) {
        line.beginEvent("device", stamp)
        switch place {
        case .input(let input):
            line.key("input")
            line.text(names.inputs[input].name)
        case .display(let display):
            line.key("display")
            line.text(names.displays[display])
        }
        line.key("state")
        line.string(state.rawValue)
        line.key("detail")
        line.string(detail)
        line.endLine()
    }

    /// `count` is what was lost just now, `total` since the start.
    public func dropped(input: Int, count: Int, total: Int, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent("dropped", stamp)
        line.key("input")
        line.text(names.inputs[input].name)
        line.key("count")
        line.integer(count)
        line.key("total")
        line.integer(total)
        line.endLine()
    }

    public func controls(_ listing: Listing, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent("controls", stamp)
        line.members(of: listing)
        line.endLine()
    }

    public func missed(count: Int, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent("missed", stamp)
        line.key("count")
        line.integer(count)
        line.endLine()
    }

    /// `code` is the kernel's name of what moved, or the name of a GPIO line.
    public func raw(input: Int, code: String, value: Int, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent("raw", stamp)
        line.key("input")
        line.text(names.inputs[input].name)
        line.key("code")
        line.string(code)
        line.key("value")
        line.integer(value)
        line.endLine()
    }
}
