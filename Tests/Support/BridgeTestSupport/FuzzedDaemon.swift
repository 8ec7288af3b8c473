import TestSupport
import WheelGeometry
import WheelModel
import WheelProtocol
import WheelSettings

/// The daemon in the fuzzers of bridges: it checks what is asked of it, and owes the replies.
package struct FuzzedDaemon {
    package static let client = 3
    package static let positions = ["saw", "square", "sine"]

    private var owed: [RequestID] = []
    private let most: Int
    private let largest: Double
    private let positions: [String]

    /// At most so many requests wait for their replies. No number is larger than `largest`.
    package init(
        most: Int, largest: Double = .greatestFiniteMagnitude, positions: [String] = FuzzedDaemon.positions
    ) {
        self.most = most
        self.largest = largest
        self.positions = positions
    }

    /// A number with a taper, a choice, and a number without ends.
    package static var listing: Listing {
        var gain = ControlState()
        gain.name = "gain"
        gain.range = ValueRange(20, 20000)
        gain.taper = .log
        gain.value = .number(20)
        var wave = ControlState()
        wave.name = "wave"
        wave.kind = .choice
        wave.positions = positions.map { Position(name: $0) }
        wave.value = .position("saw")
        var open = ControlState()
        open.name = "open"
        open.range = ValueRange(-.infinity, .infinity)
        open.taper = .linear
        return Listing(controls: [gain, wave, open], inputs: [])
    }

    /// A commit of one of the controls, or of one that is gone, with any value.
    package static func commit(of controls: [String], _ choices: inout ByteChoices) -> Event.Content {
        let control = choices.pick(controls)
        let number = choices.finiteNumber()
        let value: ControlValue =
            control == "wave" ? .position(choices.pick(positions + ["none"])) : .number(number)
        let source: EventSource = choices.once(in: 3) ? .client(choices.choice(6)) : .input("knob")
        return .commit(control: control, value, cursor: nil, source)
    }

    /// The connection is a new one.
    package mutating func forget() { owed = [] }

    package mutating func take(_ request: Request, _ id: RequestID?) {
        check(request)
        if let id { owed.append(id) }
        precondition(owed.count <= most, "requests are not merged: \(owed.count)")
    }

    private func check(_ request: Request) {
        guard request.operation == .set else { return }
        if case .value(let value) = request["value"] { check(value) }
        guard case .values(let assignments) = request["values"] else { return }
        precondition(!assignments.isEmpty && Set(assignments.map(\.control)).count == assignments.count, "\(request)")
        for assignment in assignments { check(assignment.value) }
    }

    private func check(_ value: ControlValue) {
        switch value {
        case .number(let number): precondition(number.magnitude <= largest, "\(number)")
        case .position(let name): precondition(positions.contains(name), name)
        case .positions: preconditionFailure("\(value)")
        }
    }

    /// The reply to the oldest request, and its number; `nil` if none is owed.
    package mutating func answer(isRefused: Bool) -> (reply: Reply, number: Int)? {
        guard !owed.isEmpty else { return nil }
        let id = owed.removeFirst()
        guard let reply = try? Reply.made(to: id, refusing: isRefused ? "editing" : nil), let number = Int(id.json)
        else { preconditionFailure("no reply: \(id.json)") }
        return (reply, number)
    }
}
