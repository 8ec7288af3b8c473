import WheelModel

/// An event that does not come from the model. Inputs and displays are given by their index.
public enum DaemonEvent: Equatable, Sendable {
    case inputDevice(Int, DeviceState, detail: String)
    case display(Int, DeviceState, detail: String)
    /// `count` is how much was lost now, `total` how much since the daemon's start.
    case dropped(input: Int, count: Int, total: Int)
    case controls(Listing)
    /// A client's definition no longer fits and has ended.
    case definitionEnded(owner: String, [DefinitionMistake])
    case missed(Int)
    /// `code` is the kernel's name of what moved, or the name of a GPIO line.
    case raw(input: Int, code: String, value: Int)

    public var name: EventName {
        switch self {
        case .inputDevice, .display: .device
        case .dropped: .dropped
        case .controls: .controls
        case .definitionEnded: .definition
        case .missed: .missed
        case .raw: .raw
        }
    }
}

extension EventWriter {
    public func write(_ event: DaemonEvent, _ stamp: EventStamp, to line: inout LineBuffer) {
        line.beginEvent(event.name, stamp)
        switch event {
        case .inputDevice(let input, let state, let detail):
            line.member(M.deviceInput, names.inputs[input].name)
            line.member(M.deviceState, state)
            line.member(M.detail, detail)
        case .display(let display, let state, let detail):
            line.member(M.display, names.displays[display])
            line.member(M.deviceState, state)
            line.member(M.detail, detail)
        case .dropped(let input, let count, let total):
            line.member(M.input, names.inputs[input].name)
            line.member(M.dropped, count)
            line.member(M.total, total)
        case .controls(let listing): listing.writeMembers(to: &line)
        case .definitionEnded(let owner, let mistakes):
            line.member(M.owner, owner)
            line.member(M.definitionState, .ended)
            line.member(M.mistakes, mistakes)
        case .missed(let count): line.member(M.missed, count)
        case .raw(let input, let code, let value):
            line.member(M.input, names.inputs[input].name)
            line.member(M.code, code)
            line.member(M.raw, value)
        }
        line.endLine()
    }
}
