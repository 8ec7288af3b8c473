import LinuxSystem
import WheelCore
import WheelInput
import WheelModel
import WheelScene
import WheelServer
import WheelTouch
import WheelWire

/// The hands of views: the requests that clients make as the hand of a view, and a dead man's switch.
///
/// A hand is an input of the panel, so locks and confirmations apply to its requests as to a knob. The hand turns only
/// controls that its client sees: when the view shows a page without the focused control, the focus moves to the first
/// control of that page. A client that holds a finger or a button down must send something from time to time. If the
/// client is silent for `Budget.silence`, the connection may be broken, and the hand is lifted: otherwise a control
/// would be held for ever.
extension Daemon {
    func hand(of view: View) -> Int { settings.panel.ownInputs.count + view.place }

    /// Throws if the input `name` is reserved for the hand of a view, and this client has no such view with a hand.
    func checkHand(named name: String?, of client: Int) throws(RequestError) {
        guard let name, let input = try? instrument.directory.input(name), settings.panel.inputs[input].view != nil
        else {
            return
        }
        guard views.contains(where: { $0.name == name && $0.client == client && $0.hasHand }) else {
            throw .unknown(.unknownInput, "input", name, among: settings.panel.ownInputs.map(\.name))
        }
    }

    /// Performs a request that has a `view` member. A panel in a terminal sends such requests for its keys.
    func performByHand(
        _ request: Request, ofView name: String, of client: Int, at now: Instant
    ) throws(RequestError) -> Answer {
        let view = try view(named: name, of: client)
        guard view.hasHand else { throw RequestError(.forbidden, "\(name) has no hands") }
        _ = recordHand()
        let input = hand(of: view)
        focusShownControl(of: view, at: now)
        var meant = request
        meant["view"] = nil
        if request.operation != .page, request["control"] == nil, let focus = instrument.focus(ofInput: input) {
            meant["control"] = .text(settings.panel.controls[focus].name)
        }
        switch request.operation {
        case .focus:
            guard let name = try focused(by: request, of: view, input) else { break }
            meant = .focus(control: name)
        case .set: if let text = request.text("text") { try type(text, into: &meant) }
        case .lock where request["locked"] == nil: meant["toggles"] = .flag(true)
        default: break
        }
        let outcome = try perform(meant, by: .input(input), at: now)
        isPictureOld = true
        guard let outcome else {
            throw RequestError(.locked, "\(request.operation.rawValue): hands may not do that now")
        }
        if request.operation == .page { focusShownControl(of: view, at: now) }
        return Answer(outcome, of: instrument, at: now)
    }

    /// The control that a `focus` request selects with `by`, with `place`, or with `x` and `y`.
    private func focused(by request: Request, of view: View, _ input: Int) throws(RequestError) -> String? {
        let shown = shownControls(of: view)
        var place: Int?
        if let by = request.integer("by"), !shown.isEmpty {
            let current = instrument.focus(ofInput: input).flatMap { shown.firstIndex(of: $0) } ?? 0
            place = ((current + by) % shown.count + shown.count) % shown.count
        } else if let number = request.integer("place") {
            guard number <= shown.count else {
                throw RequestError(.badRequest, "focus: the page has \(shown.count) controls")
            }
            place = number - 1
        } else if let x = request.number("x"), let y = request.number("y") {
            place = control(atX: x, y: y, of: view).flatMap { shown.firstIndex(of: $0) }
            guard place != nil else { throw RequestError(.badRequest, "focus: there is no control at this place") }
        }
        return place.map { settings.panel.controls[shown[$0]].name }
    }

    /// The control that the picture shows at this point.
    private func control(atX x: Double, y: Double, of view: View) -> Int? {
        guard let layout = view.easel.shown.touchLayout else { return nil }
        let place = Point(
            x: x / Double(view.settings.width) * layout.size.width,
            y: y / Double(view.settings.height) * layout.size.height)
        for target in layout.targets.reversed() {
            guard case .stage(let control) = target.kind, target.area.contains(place) else { continue }
            return control
        }
        return nil
    }

    private func type(_ text: String, into request: inout Request) throws(RequestError) {
        guard let name = request.text("control"),
            let control = settings.panel.controls.first(where: { $0.name == name })
        else { return }
        do throws(TypingMistake) {
            request["value"] = .value(try control.value(typed: text))
            request["text"] = nil
        } catch {
            throw RequestError(.badRequest, "set: \(error.message)")
        }
    }

    func shownControls(of view: View) -> [Int] {
        switch view.easel.shown.presentView(instrument.page) {
        case .all: Array(instrument.controls.indices)
        case .page(let page): settings.panel.pages[page].controls
        case .control(let control): [control]
        }
    }

    func focusShownControl(of view: View, at now: Instant) {
        guard view.hasHand else { return }
        let input = hand(of: view)
        let shown = shownControls(of: view)
        guard let first = shown.first, !(instrument.focus(ofInput: input).map(shown.contains) ?? false) else { return }
        let name = settings.panel.controls[first].name
        _ = try? perform(.focus(control: name), by: .input(input), at: now)
    }

    func state(of view: View) -> ViewState {
        let page: Int? = if case .page(let page) = view.easel.shown.presentView(instrument.page) { page } else { nil }
        let focus = view.hasHand ? instrument.focus(ofInput: hand(of: view)) : nil
        return ViewState(
            view: view.name, width: view.settings.width, height: view.settings.height, hands: view.settings.hands,
            page: page.map { settings.panel.pages[$0].name }, control: focus.map { settings.panel.controls[$0].name },
            pages: ((try? pages(of: view.asked)) ?? []).map { page in
                let page = settings.panel.pages[page]
                return ViewPage(page: page.name, controls: page.controls.map { settings.panel.controls[$0].name })
            })
    }

    func lift(_ view: View, at now: Instant) {
        guard view.hasHand else { return }
        hub?.lift(hand(of: view), at: now)
    }

    // MARK: The dead man's switch

    /// The first time at which a client with a finger or a button down has been silent for too long.
    var silenceDeadline: Instant? { views.reduce(nil) { .earliest($0, silenceDeadline(of: $1)) } }

    private func silenceDeadline(of view: View) -> Instant? {
        guard view.hasHand, hub?.isDown(hand(of: view)) == true else { return nil }
        return (server?.heardAt(view.client) ?? .distantPast) + Budget.silence
    }

    func liftSilent(at now: Instant) {
        for view in views {
            guard let due = silenceDeadline(of: view), due <= now else { continue }
            Log.info(
                "\(view.name): client \(view.client) is silent while its hand is on the panel: the hand is released")
            lift(view, at: now)
        }
    }
}
