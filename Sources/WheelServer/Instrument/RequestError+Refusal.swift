import WheelCore
import WheelModel
import WheelWire

extension RequestError {
    public init(_ refusal: CommandRefusal) {
        switch refusal {
        case .unknown(let kind, let name, let owner, let names):
            self = .unknown(ProtocolErrorCode(unknown: kind), kind.rawValue, name, of: owner, among: names)
        case .noPages: self.init(.unknownPage, "there are no pages")
        case .noPositions(let control):
            self.init(.outOfKind, "\(control.name) is \(control.kind.withArticle) and has no positions")
        case .notTurned(let control, let input, let names):
            self.init(.badRequest, "\(control) is not a control of \(input); \(Self.there(are: names))")
        case .notFed(let input, let type):
            self.init(
                .badRequest,
                "\(input) is an input of type \(type), and clients can feed only inputs of type client")
        case .needsButton(let input, let names):
            self.init(
                .unknownButton, "\(input) has several buttons, and 'button' is missing; \(Self.there(are: names))")
        case .needsSize(let input):
            self.init(.badRequest, "\(input) is on no display, so contacts need the 'size' that they refer to")
        case .busy(let input, let client): self.init(.busy, "client \(client) feeds \(input)")
        case .needsConfirmation(let control):
            // Only hands are refused for this reason, not clients.
            self.init(.badRequest, "\(control.name) has 'confirm'")
        case .readOnlyPreset(let name): self.init(.readOnlyPreset, "the preset \(name) is not writable")
        case .refused(.editing, let control): self.init(.editing, "a hand is on \(control.name)")
        case .refused(.outOfRange(let value), let control): self.init(.outOfRange, control.refusal(of: value))
        case .refused(.noRamp, let control): self.init(.noRamp, "no ramp is on \(control.name)")
        case .refused(.outOfKind(let reason), let control): self.init(.outOfKind, reason.sentence(about: control))
        }
    }
}

extension ProtocolErrorCode {
    fileprivate init(unknown kind: CommandRefusal.Kind) {
        self =
            switch kind {
            case .control: .unknownControl
            case .input: .unknownInput
            case .page: .unknownPage
            case .position: .unknownPosition
            case .speed: .unknownSpeed
            case .ramp: .unknownRamp
            case .preset: .unknownPreset
            case .button: .unknownButton
            }
    }
}
