import WheelCore
import WheelModel
import WheelTouch

// A touch layout in the words of a session's recording: its size, transform, display and pages, then each target with
// its area and transform. A transform that changes nothing is `=`.

extension TouchLayout {
    var words: String {
        var words = "\(size.words) \(pageTransform.words) \(display) \(isBank ? 1 : 0) \(swipes.words)"
        for target in targets { words += " \(target.kind.words) \(target.area.words) \(target.transform.words)" }
        return words
    }

    /// Every index must be one of the settings': the panel traps at any other index.
    init(_ words: inout SessionWords, _ settings: PanelSettings) throws(SessionProblem) {
        let size = try words.size()
        let transform = try words.transform()
        let display = try words.integer(0...Budget.displays + Budget.views)
        let isBank = try words.flag()
        let swipes = try words.swipes(settings)
        self.init(size: size, pageTransform: transform, swipes: swipes, display: display, isBank: isBank)
        while !words.isOver {
            let kind = try TouchKind(&words, settings)
            let area = Rect(origin: try words.point(), size: try words.size())
            targets.append(TouchTarget(kind, area: area, transform: try words.transform()))
        }
    }
}

extension Size {
    fileprivate var words: String { "\(width) \(height)" }
}

extension Rect {
    fileprivate var words: String { "\(origin.x) \(origin.y) \(size.words)" }
}

extension AffineTransform {
    fileprivate var words: String { self == .identity ? "=" : "\(a) \(b) \(c) \(d) \(tx) \(ty)" }
}

extension PageGoal {
    fileprivate var words: String {
        switch self {
        case .page(let page): "page \(page)"
        case .screen(let control): "screen \(control)"
        }
    }
}

extension SwipePages {
    fileprivate var words: String {
        switch self {
        case .aroundPanels: "around"
        case .to(let before, let after): "to \(before.words) \(after.words)"
        case .nowhere: "nowhere"
        }
    }
}

extension ChipRows {
    fileprivate var words: String {
        "\(place == .list ? "list" : "chooser") \(count) \(columns) \(origin.x) \(origin.y) \(pitch.words) "
            + "\(visibleRows) \(glides ? 1 : 0)"
    }
}

extension TouchKind {
    fileprivate var words: String {
        switch self {
        case .wheel(let control, let orientation): "wheel \(control) \(orientation.rawValue)"
        case .wheelOfFocus: "focus"
        case .arm(let control, let vertex, let ignoredRadius, let valuePerTurn, let valueOnBaseline):
            "arm \(control) \(vertex.x) \(vertex.y) \(ignoredRadius) \(valuePerTurn) \(valueOnBaseline)"
        case .slider(let control, let ramp, let length):
            "slider \(control) \(ramp.map(String.init) ?? "-") \(length)"
        case .rampButton(let ramp): "ramp \(ramp)"
        case .seat(let control, let position): "seat \(control) \(position)"
        case .chip(let control, let position): "chip \(control) \(position)"
        case .chips(let control, let rows, let chooser): "chips \(control) \(rows.words) \(chooser?.words ?? "-")"
        case .opener(let control, let rows): "opener \(control) \(rows.words)"
        case .toggle(let control): "toggle \(control)"
        case .closer(let control): "closer \(control)"
        case .block(let control, let part): "block \(control) \(part.words)"
        case .chart(let control): "chart \(control)"
        case .apply(let control): "apply \(control)"
        case .revert(let control): "revert \(control)"
        case .digit(let control, let amount, let speed, let length): "digit \(control) \(amount) \(speed) \(length)"
        case .number(let control, let length): "number \(control) \(length)"
        case .stepper(let control, let direction): "stepper \(control) \(direction.rawValue)"
        case .tab(let goal): "tab \(goal.words)"
        case .stage(let control): "stage \(control)"
        }
    }

    fileprivate init(_ words: inout SessionWords, _ settings: PanelSettings) throws(SessionProblem) {
        let kind = try words.word("a touch target")
        switch kind {
        case "focus":
            self = .wheelOfFocus
            return
        case "ramp":
            self = .rampButton(ramp: try words.index(settings.ramps.count))
            return
        case "tab":
            self = .tab(try words.goal(settings))
            return
        default: break
        }
        let control = try words.index(settings.controls.count)
        let own = settings.controls[control]
        let positions = own.positions?.positions.count ?? 0
        switch kind {
        case "wheel": self = .wheel(control: control, try words.choice(WheelOrientation.self))
        case "arm":
            self = .arm(
                control: control, vertex: try words.point(), ignoredRadius: try words.number(),
                valuePerTurn: try words.number(), valueOnBaseline: try words.number())
        case "slider":
            let ramp = try words.ifAny { words throws(SessionProblem) in try words.index(settings.ramps.count) }
            guard ramp.map({ settings.ramps[$0].control == control }) ?? true else {
                throw SessionProblem("the ramp of a slider moves another control")
            }
            self = .slider(control: control, ramp: ramp, length: try words.number())
        case "seat": self = .seat(control: control, position: try words.index(positions))
        case "chip": self = .chip(control: control, position: try words.index(positions))
        case "chips":
            let rows = try words.rows(positions)
            let chooser = try words.ifAny { words throws(SessionProblem) in try words.rows(positions) }
            self = .chips(control: control, rows, chooser: chooser)
        case "opener": self = .opener(control: control, try words.rows(positions))
        case "toggle": self = .toggle(control: control)
        case "closer": self = .closer(control: control)
        case "block":
            self = .block(control: control, Rect(origin: try words.point(), size: try words.size()))
        case "chart": self = .chart(control: control)
        case "apply": self = .apply(control: control)
        case "revert": self = .revert(control: control)
        case "digit":
            let amount = try words.number()
            let speed = try words.index(own.speeds.count)
            self = .digit(control: control, amount: amount, speed: speed, length: try words.number())
        case "number": self = .number(control: control, length: try words.number())
        case "stepper":
            guard let direction = StepDirection(rawValue: try words.integer(-1...1)) else {
                throw SessionProblem("the direction of a stepper is -1 or 1")
            }
            self = .stepper(control: control, direction)
        case "stage": self = .stage(control: control)
        default: throw SessionProblem("'\(String(kind).clipped)' is no touch target")
        }
    }
}

extension SessionWords {
    fileprivate mutating func transform() throws(SessionProblem) -> AffineTransform {
        guard !skips("=") else { return .identity }
        return AffineTransform(
            a: try number(), b: try number(), c: try number(), d: try number(), tx: try number(), ty: try number())
    }

    fileprivate mutating func goal(_ settings: PanelSettings) throws(SessionProblem) -> PageGoal {
        try word("where a tab leads") == "page"
            ? .page(try index(settings.pages.count))
            : .screen(control: try index(settings.controls.count))
    }

    fileprivate mutating func swipes(_ settings: PanelSettings) throws(SessionProblem) -> SwipePages {
        switch try word("where swipes lead") {
        case "around": return .aroundPanels
        case "to":
            let before = try goal(settings)
            return .to(before: before, after: try goal(settings))
        default: return .nowhere
        }
    }

    fileprivate mutating func rows(_ positions: Int) throws(SessionProblem) -> ChipRows {
        let place: ChipRows.Place = try word("the place of chips") == "list" ? .list : .chooser
        var rows = ChipRows(
            place: place, count: try integer(0...positions), columns: try integer(1...10_000), origin: try point(),
            pitch: try size(), visibleRows: try number())
        rows.glides = try flag()
        return rows
    }
}
