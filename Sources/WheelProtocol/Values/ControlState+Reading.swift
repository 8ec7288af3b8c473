import WheelModel
import WheelSettings

extension ControlState {
    init(_ members: JSONObject) throws(MemberProblem) {
        name = try members.string("control")
        label = try members.string("label")
        value = try members.controlValue("value")
        text = try members.string("text")
        kind = try Kind(members)
        initial = try members.controlValue("default")
        speed = try members.string("speed")
        speeds = try members.strings("speeds")
        isEditing = try members.bool("editing")
        movedByHands = try members.bool("hands")
        ramp = members["ramp"] == nil ? nil : try RampProgress(try members.object("ramp"))
    }
}

extension ControlState.Kind {
    fileprivate init(_ members: JSONObject) throws(MemberProblem) {
        switch try members.choice("kind", of: ControlKind.self) {
        case .float: self = .float(try NumberState(members))
        case .int: self = .int(try NumberState(members))
        case .choice: self = .choice(try members.positions())
        case .selection:
            self = .selection(
                try members.positions(), cursor: try members.optionalString("cursor"),
                maxSelected: try members.optionalInteger("max_selected"))
        }
    }
}

extension NumberState {
    fileprivate init(_ members: JSONObject) throws(MemberProblem) {
        do {
            range = try ValueRange(text: try members.string("range"))
        } catch let problem as MemberProblem {
            throw problem
        } catch {
            throw .wrong("range", mustBe: "a range")
        }
        step = try members.optionalNumber("step")
        rotations = try members.bool("wrap") ? try members.integer("rotations") : nil
        taper = try members.choice("taper")
        unit = try members.optionalString("unit")
        decimals = try members.integer("decimals")
    }
}

extension JSONObject {
    fileprivate func positions() throws(MemberProblem) -> [Position] {
        var positions: [Position] = []
        for position in try objects("positions") {
            positions.append(Position(name: try position.string("name"), label: try position.string("label")))
        }
        return positions
    }
}
