import TestSupport
import WheelCore
import WheelModel
import WheelWire

/// The daemon in the fuzzers of bridges: it checks the requests, and replies later.
package struct FuzzedDaemon {
    package static let client = 3
    package static let positions = ["saw", "square", "sine"]

    private var owed: [RequestID] = []
    private let most: Int
    private let largest: Double
    private let positions: [String]

    /// Traps if more than `most` requests wait for their replies, or if a request sets a number whose magnitude exceeds
    /// `largest`.
    package init(
        most: Int, largest: Double = .greatestFiniteMagnitude, positions: [String] = FuzzedDaemon.positions
    ) {
        self.most = most
        self.largest = largest
        self.positions = positions
    }

    package static var listing: Listing {
        Listing(controls: [gain(), choice("wave", positions), open(), count()], inputs: [])
    }

    /// An `int`, which accepts only whole numbers: 1 to 100, since its range excludes 0.
    package static func count() -> ControlState {
        var count = ControlState()
        count.name = "count"
        count.kind = .int
        count.range = ValueRange(0, 100, includesLower: false)
        count.step = 1
        count.value = .number(1)
        return count
    }

    /// A number with a taper.
    package static func gain(_ name: String = "gain") -> ControlState {
        var gain = ControlState()
        gain.name = name
        gain.range = ValueRange(20, 20000)
        gain.taper = .log
        gain.value = .number(20)
        return gain
    }

    package static func choice(_ name: String, _ positions: [String]) -> ControlState {
        var choice = ControlState()
        choice.name = name
        choice.kind = .choice
        choice.positions = positions.map { Position(name: $0) }
        choice.value = .position(positions[0])
        return choice
    }

    /// A number whose range has no ends.
    package static func open(step: Double? = nil) -> ControlState {
        var open = ControlState()
        open.name = "open"
        open.range = ValueRange(-.infinity, .infinity)
        open.taper = .linear
        open.step = step
        return open
    }

    /// A commit with any value for one of `controls`, which the daemon may have removed. `choice` is the control with
    /// positions.
    package static func commit(
        of controls: [String], choice: String = "wave", positions: [String] = FuzzedDaemon.positions,
        _ choices: inout ByteChoices
    ) -> Event.Content {
        let control = choices.pick(controls)
        let number = choices.finiteNumber()
        let value: ControlValue =
            control == choice ? .position(choices.pick(positions + ["none"])) : .number(number)
        let source: EventSource = choices.once(in: 3) ? .client(choices.choice(6)) : .input("knob")
        return .commit(control: control, value, cursor: nil, source)
    }

    /// The connection was replaced, so the earlier requests get no replies.
    package mutating func reset() { owed = [] }

    package mutating func consume(_ request: Request, _ id: RequestID?) {
        check(request)
        if let id { owed.append(id) }
        precondition(owed.count <= most, "requests are not merged: \(owed.count)")
    }

    private func check(_ request: Request) {
        guard request.operation == .set else { return }
        if case .value(let value) = request["value"] {
            check(value)
            if request["control"] == .text("count") { checkWhole(value) }
        }
        guard case .values(let assignments) = request["values"] else { return }
        precondition(!assignments.isEmpty && Set(assignments.map(\.control)).count == assignments.count, "\(request)")
        for assignment in assignments {
            check(assignment.value)
            if assignment.control == "count" { checkWhole(assignment.value) }
        }
    }

    private func checkWhole(_ value: ControlValue) {
        guard case .number(let number) = value else { preconditionFailure("\(value)") }
        precondition(number == number.rounded() && number.magnitude <= 0x1p53, "\(number)")
    }

    private func check(_ value: ControlValue) {
        switch value {
        case .number(let number): precondition(number.magnitude <= largest, "\(number)")
        case .position(let name): precondition(positions.contains(name), name)
        case .positions: preconditionFailure("\(value)")
        }
    }

    /// The reply to the oldest request, and the request's number; `nil` if no request waits.
    package mutating func answer(isRefused: Bool) -> (reply: Reply, number: Int)? {
        guard !owed.isEmpty else { return nil }
        let id = owed.removeFirst()
        guard let reply = try? Reply.made(to: id, refusing: isRefused ? "editing" : nil), let number = Int(id.json)
        else { preconditionFailure("no reply: \(id.json)") }
        return (reply, number)
    }
}
