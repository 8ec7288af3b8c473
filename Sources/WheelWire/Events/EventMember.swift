import WheelCore
import WheelModel

/// The members of events, except those that a `Listing` and a `RampProgress` declare.
enum EventMember {
    static let seq = Member<Int>("seq", "the event's number: each event of the daemon's life has the next one")
    static let time = Member<Instant>("time", "when its cause happened, by CLOCK_MONOTONIC")
    static let more = Member<Bool>(
        "more", when: "if `true`", "another event of the [same step](#several-at-once) follows for this client")

    static let control = Member<String>("control", "the control's name")
    static let value = Member<ControlValue>("value", "the control's value")
    static let cursor = Member<String>("cursor", when: "for selections", "the name of the position under the cursor")
    static let pendingValue = Member<ControlValue?>(
        "value", "the pending value, or `null`: it has been applied or dropped")
    static let pendingText = Member<String>(
        "text", when: "if subscribed to, and `value` is not `null`", "the pending value for people")
    static let speed = Member<String>("speed", "the control's speed; in `value` the speed of this move")
    static let source = Member<EventSource.Kind>(
        "source", "what moved the control; `restore`: it can no longer have its earlier value")
    static let sourceInput = Member<String>("input", when: "if `source` is `input`", "the input's name")
    static let sourceClient = Member<Int>("client", when: "if `source` is `client`", "the client's number")
    static let editing = Member<Bool>("editing", "whether an interaction is going on: a commit will follow")
    static let rotations = Member<Int>("rotations", when: "if the control wraps", "how many whole turns it has made")
    static let delta = Member<Double>("delta", "how far the control moved, unwrapped where it wraps")
    static let text = Member<String>("text", when: "if subscribed to", "the value for people")
    static let skipped = Member<Int>(
        "skipped", when: "if more than 0", "how many older values this one replaces for this client")
    static let edge = Member<RangeEnd>("edge", "the end of the range at which the control is")

    static let input = Member<String>("input", "the input's name")
    static let button = Member<String>("button", when: "if the input has several", "the button's name")
    static let gesture = Member<ButtonGesture>("gesture", "what the button did")
    static let initial = Member<Bool>(
        "initial", when: "if `true`", "it is the level of a switch at the start: nobody has moved it now")
    static let focus = Member<String>("control", "the control that the input now turns")
    static let page = Member<String>("page", "the page that is now shown")
    static let preset = Member<String>("preset", "the preset's name")
    static let presetUse = Member<PresetUse>("state", "what was done with it")
    static let lockedControl = Member<String>(
        "control", when: "if it is a control's own lock", "the control's name")
    static let locked = Member<Bool>("locked", "whether hands are kept from changing anything")

    static let deviceInput = Member<String>("input", when: "if it is an input's device", "the input's name")
    static let display = Member<String>("display", when: "if it is a display", "the display's name")
    static let deviceState = Member<DeviceState>("state", "whether the device is there; `waiting` follows `lost`")
    static let detail = Member<String>("detail", "which device it is, or why it is not there")
    static let frameDisplay = Member<String>("display", "the display's name")
    static let frameX = Member<Int>("x", "the column of its left edge in the picture, from 0")
    static let frameY = Member<Int>("y", "the row of its upper edge in the picture, from 0")
    static let frameWidth = Member<Int>("width", "its width in pixels")
    static let frameHeight = Member<Int>("height", "its height in pixels")
    static let whole = Member<Bool>(
        "whole", when: "if `true`", "it is the whole picture, which has this size from now on")
    static let png = Member<Base64>("png", "its pixels as a PNG file")
    static let dropped = Member<Int>("count", "how much was lost now")
    static let total = Member<Int>("total", "how much was lost since the daemon's start")
    static let owner = Member<String>("owner", "the name of the definition")
    static let definitionState = Member<DefinitionState>("state", "the definition no longer fits, and has ended")
    static let mistakes = Member<[DefinitionMistake]>("mistakes", "why it no longer fits")
    static let missed = Member<Int>("count", "how many events this client has missed")
    static let code = Member<String>(
        "code", "what has moved, by the kernel's name or by [that of a recording](recordings.md#the-format)")
    static let raw = Member<Int>("value", "the value that the device reports")
}

extension EventName {
    private var sourceRow: MemberRow {
        var row = EventMember.source.row
        row.others = [EventMember.sourceInput.row, EventMember.sourceClient.row]
        return row
    }

    /// The event's row in docs/protocol.md: its members in their order, besides `seq` and `time`, and when it comes.
    var row: (members: [MemberRow], when: String) {
        typealias M = EventMember
        return switch self {
        case .value:
            (
                [
                    M.control.row, M.value.row, M.cursor.row, M.speed.row, sourceRow, M.editing.row, M.rotations.row,
                    M.delta.row, M.text.row, M.skipped.row,
                ], "a control has moved"
            )
        case .commit:
            ([M.control.row, M.value.row, M.cursor.row, sourceRow], "an interaction is over, with this value")
        case .pending:
            (
                [M.control.row, M.pendingValue.row, sourceRow, M.pendingText.row],
                "a control with `confirm` has another [pending value](model.md#values-that-want-care), or none any more"
            )
        case .speed: ([M.control.row, M.speed.row], "a control has another speed")
        case .limit: ([M.control.row, M.edge.row], "a turn or drag arrives at an end; sent once for each arrival")
        case .press: ([M.input.row, M.button.row, M.gesture.row, M.initial.row], "a button was pressed or released")
        case .focus: ([M.input.row, M.focus.row], "an input turns another control")
        case .page: ([M.page.row], "another page is shown")
        case .lock: ([M.lockedControl.row, M.locked.row], "the panel, or a control alone, was locked or unlocked")
        case .ramp:
            ([M.control.row] + RampProgress.rows, "a ramp changes its state; its values come as `value`")
        case .preset:
            (
                [M.preset.row, M.presetUse.row],
                "a preset was recalled, behind its values and commits, or it has new values"
            )
        case .device:
            ([M.deviceInput.row, M.display.row, M.deviceState.row, M.detail.row], "a device comes or goes")
        case .frame:
            (
                [
                    M.frameDisplay.row, M.frameX.row, M.frameY.row, M.frameWidth.row, M.frameHeight.row, M.whole.row,
                    M.png.row,
                ], "a part of a display's picture; only for clients that [watch it](#pictures)"
            )
        case .dropped:
            (
                [M.input.row, M.dropped.row, M.total.row],
                "events of a device were lost: for GPIO the number of edges known to be lost "
                    + "([how they are counted](hardware.md#kinds-of-encoders)); for evdev overflows, since the kernel "
                    + "does not say how many turns were in them"
            )
        case .controls: (Listing.rows, "the configuration, or what clients define, has changed")
        case .definition:
            (
                [M.owner.row, M.definitionState.row, M.mistakes.row],
                "a changed configuration, or another client's controls, left no place for a definition"
            )
        case .missed: ([M.missed.row], "this client read too slowly and has missed events (never values)")
        case .raw: ([M.input.row, M.code.row, M.raw.row], "a device's event; only for clients that subscribe to `raw`")
        }
    }
}
