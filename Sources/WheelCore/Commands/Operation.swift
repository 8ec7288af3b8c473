/// Every operation of the instrument, by the name that clients, buttons and `wheelctl` use.
///
/// `declaration` is the single description of an operation. The reader and the writer of requests, the actions of
/// buttons, the commands of `wheelctl`, the documentation and the fuzzers are all derived from it.
public enum Operation: String, CaseIterable, Sendable {
    case list
    case get
    case set
    case turn
    case step
    case speed
    case speedReset = "speed-reset"
    case focus
    case page
    case lock
    case reset
    case commit
    case apply
    case revert
    case toggle
    case select
    case ramp
    case rampPause = "ramp-pause"
    case rampResume = "ramp-resume"
    case rampCancel = "ramp-cancel"
    case rampScrub = "ramp-scrub"
    case rampRestart = "ramp-restart"
    case rampReverse = "ramp-reverse"
    case recall
    case store
    case feed
    case unfeed
    case define
    case undefine
    case subscribe
    case screenshot
    case watchDisplay = "watch-display"
    case unwatchDisplay = "unwatch-display"
    case view
    case unview
    case seen
    case limit
    case stats
    case reload
    case logLevel = "log-level"
    case ping
}

extension Operation {
    public var declaration: Declaration { Operation.declarations[self] ?? made }

    /// The declarations are made once, since each request looks up its declaration several times.
    private static let declarations = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.made) })

    private var made: Declaration {
        switch self {
        case .list: Declaration("Returns the page, the lock, and all controls, inputs and presets.", answer: .listing)
        case .get: Declaration("Returns the state of a control.", .control, answer: .control)
        case .set:
            Declaration(
                "Sets a control, or several controls in one step: all of them or none.", changes: true, binds: true,
                forms: [
                    Form(
                        .needed("values", .values, "`{name: value, …}`, set in one step: all of them or none"),
                        .commits, .unless,
                        answer: .values, excludes: ["control", "value"]),
                    Form(.control, .needed("value", .value), .commits, .unless, answer: .value),
                ])
        case .turn:
            Declaration(
                "Turns a control as an encoder does.", .control,
                .needed("detents", .number, "may be fractional"), .optional("speed", .speed),
                answer: .value, changes: true, binds: true)
        case .step:
            Declaration(
                "Moves a control by a whole number of steps.", .control, .needed("count", .integer),
                answer: .value, changes: true, binds: true)
        case .speed:
            Declaration(
                "Changes the speed of a control.", .control,
                .needed("speed", .speed, "a name, `\"next\"`, `\"previous\"`"),
                answer: .speed, changes: true, binds: true)
        case .speedReset:
            Declaration(
                "Resets the speed of a control to its first one.", .control, answer: .speed, changes: true, binds: true
            )
        case .focus:
            Declaration(
                "Moves the focus of an input to a control.", .needed("input", .input), .control, answer: .done,
                changes: true)
        case .page:
            Declaration(
                "Shows a page.", .needed("page", .page, "a name, `\"next\"`, `\"previous\"`"), answer: .page,
                changes: true, binds: true)
        case .lock:
            Declaration(
                "Locks the panel, or controls, against changes by hand, or unlocks them.", changes: true, binds: true,
                forms: [
                    Form(
                        .needed("controls", .controls, "these only"), .needed("locked", .flag), answer: .done,
                        excludes: ["control"]),
                    Form(
                        .needed("locked", .flag),
                        .optional("control", .control, "only this control; default the panel"),
                        answer: .done),
                ])
        case .reset: Declaration("Sets a control to its default.", .control, answer: .value, changes: true, binds: true)
        case .commit:
            Declaration("Ends the interaction with a control.", .control, answer: .value, changes: true, binds: true)
        case .apply:
            Declaration(
                "Applies the pending value of a control, and commits it.", .control, answer: .value,
                changes: true, binds: true)
        case .revert:
            Declaration(
                "Drops the pending value of a control.", .control, answer: .value, changes: true, binds: true)
        case .toggle:
            Declaration(
                "Adds a position to a selection, or removes it.", .control, .needed("position", .position),
                answer: .value, changes: true, binds: true)
        case .select:
            Declaration(
                "Chooses a position.", .control, .needed("position", .position), answer: .value, changes: true,
                binds: true)
        case .ramp:
            Declaration(
                "Starts a ramp.", changes: true, binds: true,
                forms: [
                    Form(
                        .needed("ramp", .ramp, "the name of a ramp"), answer: .ramp,
                        excludes: ["to", "by"]),
                    Form(
                        .control, .optional("to", .number), .optional("by", .number), .optional("from", .number),
                        .optional("duration_s", .limited(0...1e9), "default 1"),
                        .optional("curve", .curve), .optional("hold", .flag), answer: .ramp, oneOf: ["to", "by"]),
                ])
        case .rampPause: Declaration("Pauses a ramp.", .control, answer: .ramp, changes: true, binds: true)
        case .rampResume:
            Declaration("Resumes a paused ramp.", .control, answer: .ramp, changes: true, binds: true)
        case .rampCancel:
            Declaration("Ends a ramp at its current value.", .control, answer: .ramp, changes: true, binds: true)
        case .rampScrub:
            Declaration(
                "Moves a ramp to a fraction of its time and pauses it.", .control, .needed("fraction", .number),
                answer: .scrub, changes: true, binds: true)
        case .rampRestart:
            Declaration(
                "Plays a ramp from its beginning.", .control, answer: .ramp, changes: true, binds: true)
        case .rampReverse:
            Declaration(
                "Reverses the direction of a ramp from its current value.", .control, answer: .ramp,
                changes: true, binds: true)
        case .recall:
            Declaration(
                "Sets the controls of a preset to its values in one step: all of them or none.",
                .needed("preset", .preset), answer: .done, changes: true, binds: true)
        case .store:
            Declaration(
                "Replaces the values of a preset by the present values of its controls.",
                .needed("preset", .preset), answer: .done, changes: true, binds: true)
        case .feed:
            Declaration(
                "Sends events of an input of type `client`. The first one claims the input.", changes: true,
                forms: [
                    Form(
                        .needed("events", .requests(.fedEvent), "in order; all of them or none"),
                        .needed("input", .input), .fedSize,
                        answer: .done, excludes: Form.fedEvent.members.map(\.name)),
                    Form(
                        [.needed("input", .input), .fedSize] + Form.fedEvent.members, answer: .done,
                        oneOf: Form.fedEvent.oneOf, isOneNeeded: false, requires: Form.fedEvent.requires),
                ])
        case .unfeed:
            Declaration(
                "Ends the claim of an input: its buttons and fingers are released.",
                .needed("input", .input), answer: .done, changes: true)
        case .define:
            Declaration(
                "Defines controls, pages, ramps and presets, which replace all earlier definitions of this owner in "
                    + "one step.",
                changes: true,
                forms: [
                    Form(
                        [.needed("owner", .newName, "a name for the definition")]
                            + DefinedTables.Kind.allCases.map { .optional($0.rawValue, .tables($0)) } + [
                                .optional("values", .values, "for the controls, in the same step"),
                                .optional("keep", .word(["connected", "always"]), "default `connected`"),
                            ], answer: .done)
                ])
        case .undefine:
            Declaration(
                "Removes everything that an owner has defined.", .needed("owner", .newName), answer: .done,
                changes: true)
        case .subscribe:
            Declaration(
                "Chooses the events that the client receives.",
                forms: [
                    Form(
                        .optional("controls", .controls), .optional("events", .events),
                        .optional("interval_ms", .limited(0...3_600_000)), .optional("text", .flag),
                        .optional("terse", .flag, "values have only `seq`, `control` and `value`"),
                        answer: .done,
                        refuses: [
                            "control": "'controls' takes an array of names",
                            "event": "'events' takes an array of names",
                        ])
                ])
        case .screenshot:
            Declaration(
                "Returns a picture of a display.",
                .optional("display", .display, "default the first that shows a picture"), answer: .screenshot)
        case .watchDisplay:
            Declaration(
                "Sends the picture of a remote display, and then its changes.", .remoteDisplay, answer: .picture)
        case .unwatchDisplay:
            Declaration("Stops sending the picture of a remote display.", .remoteDisplay, answer: .picture)
        case .view:
            Declaration(
                "Draws the panel for this client, in the size that it gives. Fingers and keys on this picture act as "
                    + "hands.",
                forms: [Form(ViewSettings.members, answer: .view)])
        case .unview:
            Declaration("Ends a view.", .view, answer: .done)
        case .seen:
            Declaration("Confirms the oldest unconfirmed frame of a view.", .view, answer: .done)
        case .limit:
            Declaration(
                "Reduces the rights of this connection, permanently.",
                .needed(
                    "rights", .word(["read", "write"]),
                    "the rights that the connection keeps: `read` only, or also `write`"),
                answer: .done)
        case .stats: Declaration("Returns the daemon's counters since its start.", answer: .statistics)
        case .reload:
            Declaration(
                "Reads the configuration again, and applies all of it, or nothing if it has mistakes.", answer: .done,
                changes: true)
        case .logLevel:
            Declaration(
                "Changes how much the daemon logs.",
                .needed("level", .word(LogLevel.allCases.map(\.name))), answer: .done, changes: true)
        case .ping: Declaration("Changes nothing. Returns both clocks, read at the same moment.", answer: .clock)
        }
    }
}

/// Requests by which a client acts as a hand on its view. These requests name the view and have the same effect as the
/// view's keys: locks and `hands = false` refuse them, and with `confirm` they move a pending value. A request without
/// a control refers to the marked control. A request without a position refers to the position under the cursor.
extension Operation {
    /// The form of a request. `has` returns whether the request has the member with this name.
    public func form(_ has: (String) -> Bool) -> Form {
        (has("view") ? handForm : nil) ?? declaration.form(has)
    }

    /// The form of a request by the hand of a view; `nil` for an operation that the hand cannot request.
    var handForm: Form? {
        let usual = declaration.forms[declaration.forms.count - 1]
        var members: [CommandMember]
        switch self {
        case .set:
            return Form(
                [
                    .view, .markedControl, .optional("value", .value),
                    .optional("text", .newName, "as a person types it"),
                ],
                answer: usual.answer, oneOf: ["value", "text"])
        case .focus:
            return Form(
                [
                    .view, .optional("control", .control),
                    .optional("by", .whole(-1000...1000), "places along the page"),
                    .optional("place", .whole(1...1000), "on the page, from 1"),
                    .optional("x", .number, "in the picture, with `y`: the control that is there"),
                    .optional("y", .number),
                ], answer: usual.answer, oneOf: ["control", "by", "place", "x"], requires: ["x": "y"])
        case .lock: members = [.markedControl, .optional("locked", .flag, "default the opposite of the present state")]
        case .step, .speed, .toggle, .apply, .revert, .page:
            members = usual.members.filter { $0.name != "control" }
            members.append(.markedControl)
        default: return nil
        }
        return Form(
            [.view] + members.map { $0.name == "position" ? .optional("position", .position) : $0 },
            answer: usual.answer)
    }
}

extension CommandMember {
    fileprivate static let markedControl = optional("control", .control, "default the marked control")
}
