/// All controls and inputs, as in `hello`, the event `controls` and the answer to `list`.
public struct Listing: Equatable, Sendable {
    public var controls: [ControlState]
    public var inputs: [InputState]

    public init(controls: [ControlState], inputs: [InputState]) {
        self.controls = controls
        self.inputs = inputs
    }
}

extension Listing {
    init(_ members: JSONObject) throws(MemberProblem) {
        controls = []
        for control in try members.objects("controls") { controls.append(try ControlState(control)) }
        inputs = []
        for input in try members.objects("inputs") { inputs.append(try InputState(input)) }
    }
}

extension LineBuffer {
    mutating func members(of listing: Listing) {
        key("controls")
        beginArray()
        for control in listing.controls {
            separate()
            beginObject()
            members(of: control)
            endObject()
        }
        endArray()
        key("inputs")
        beginArray()
        for input in listing.inputs {
            separate()
            object(of: input)
        }
        endArray()
    }
}
