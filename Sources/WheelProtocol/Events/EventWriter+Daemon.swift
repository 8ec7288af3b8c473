import WheelModel

/// An input's device or a display, by its index.
public enum DevicePlace: Equatable, Sendable {
    case input(Int)
    case display(Int)
}

/// Events that do not come from the model.
extension EventWriter {
    public func device(
        _ place: DevicePlace, _ state: DeviceState, detail: String, _ stamp: EventStamp, to line: inout LineBuffer
    ) {
        line.beginEvent(.device, stamp)
        switch place {
        case .input(let input): line.member(M.deviceInput, names.inputs[input].name)
        case .display(let display): line.member(M.display, names.displays[display])
        }
        line.member(M.deviceState, state)
        line.member(M.detail, detail)
        line.endLine()
    }

    /// `count` is how much the kernel has dropped now, `total` how much since the daemon's start.
    public func dropped(input: Int, count: Int, total: Int, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent(.dropped, stamp)
        line.member(M.input, names.inputs[input].name)
        line.member(M.dropped, count)
        line.member(M.total, total)
        line.endLine()
    }

    public func controls(_ listing: Listing, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent(.controls, stamp)
        listing.writeMembers(to: &line)
        line.endLine()
    }

    public func missed(count: Int, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent(.missed, stamp)
        line.member(M.missed, count)
        line.endLine()
    }

    /// `code` is the kernel's name of what moved, or the name of a GPIO line.
    public func raw(input: Int, code: String, value: Int, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent(.raw, stamp)
        line.member(M.input, names.inputs[input].name)
        line.member(M.code, code)
        line.member(M.raw, value)
        line.endLine()
    }
}
