import WheelCore
import WheelWire

/// What the panel knows about the instrument besides the view's picture: the data for the line of keys, for prompts,
/// and for the lines of a terminal without control sequences.
struct PanelMirror {
    private var controls: [ControlState] = []
    private var places: [String: Int] = [:]
    private var pages: [ViewPage] = []
    private(set) var page: String?
    private var isLocked = false
    /// The view's name; `nil` until the daemon has opened the view.
    private(set) var view: String?
    private(set) var hands = ViewSettings.Hands.keys
    private(set) var marked: String?

    init() {}

    init(_ listing: Listing) { adopt(listing) }

    private mutating func adopt(_ listing: Listing) {
        controls = listing.controls
        places = Dictionary(controls.indices.map { (controls[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
        page = listing.page
        isLocked = listing.isLocked
    }

    mutating func adopt(_ state: ViewState) {
        view = state.view
        hands = state.hands
        marked = state.control
        pages = state.pages
        if let page = state.page { self.page = page }
    }

    func control(_ name: String) -> ControlState? { places[name].map { controls[$0] } }

    /// The controls of the page, in the page's order.
    var shown: [String] {
        pages.first { $0.page == page }?.controls ?? controls.map(\.name)
    }

    func label(_ control: String) -> String { self.control(control)?.label ?? control }

    mutating func apply(_ event: Event.Content) {
        switch event {
        case .value(let event):
            change(event.control) { control in
                control.value = event.value
                control.text = event.text ?? event.value.json
            }
        case .pending(let name, let value, _, _): change(name) { $0.pending = value }
        case .speed(let name, let speed): change(name) { $0.speed = speed }
        case .lock(let isLocked, let name?): change(name) { $0.isLocked = isLocked }
        case .lock(let isLocked, nil): self.isLocked = isLocked
        case .focus(view, let control): marked = control
        case .page(let page): self.page = page
        case .controls(let listing): adopt(listing)
        case .terse, .commit, .limit, .press, .focus, .ramp, .preset, .inputDevice, .display, .frame, .view, .dropped,
            .definition, .missed, .raw:
            break
        }
    }

    private mutating func change(_ name: String, _ body: (inout ControlState) -> Void) {
        if let place = places[name] { body(&controls[place]) }
    }

    var facts: KeyFacts {
        KeyFacts(
            marked: hands == .none ? nil : marked.flatMap { control($0) }, count: shown.count, pageCount: pages.count,
            isLocked: isLocked)
    }
}

/// The facts that decide the meaning of keys and the content of the line of keys.
struct KeyFacts: Equatable {
    /// The control that keys turn; `nil` if no control is marked, or if the panel may not act as a hand.
    var marked: ControlState?
    /// The number of controls on the page.
    var count = 0
    var pageCount = 0
    var isLocked = false
}
