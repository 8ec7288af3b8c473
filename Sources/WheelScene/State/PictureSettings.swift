public import WheelCore
public import WheelModel

/// The settings of an instrument, which all states of a display share until the configuration changes. The object is
/// immutable, and is compared by identity.
public final class PictureSettings: Equatable, Sendable {
    public let settings: PanelSettings
    /// The index of the display that shows the instrument.
    let display: Int
    /// The corner radius of cards in millimetres; `nil` for the usual radius.
    let corner: Double?
    /// The indices of the pages that this display shows, in their order.
    let pages: [Int]

    /// Whether hands act on the picture itself: by a touchscreen, or by a view's fingers or keys.
    public let isTouched: Bool
    private let knobs: KnobNumbers
    private let marking: MarkingInputs
    /// The widths of the numbers of all controls in a terminal; `nil` for a control that is not drawn with a `Stencil`.
    /// Empty if the settings are not for terminals.
    let cellWidths: [CellWidth?]

    /// The file with the settings, which is mentioned on pages without controls; `nil` for built-in settings.
    private let file: String?

    /// The settings for the display with this index. `file` is the path of the file with the settings. `inCells`
    /// determines whether the display may be drawn in the cells of a terminal, for which the numbers are measured.
    public convenience init(_ settings: Settings, display: Int, file: String? = nil, inCells: Bool = true) {
        let corner = settings.displays.indices.contains(display) ? settings.displays[display].cornerMillimetres : nil
        self.init(
            settings.panel, display: display, corner: corner, file: file, inCells: inCells)
    }

    /// The settings for the display with this index.
    public convenience init(
        _ settings: PanelSettings, display: Int = 0, corner: Double? = nil, file: String? = nil, inCells: Bool = true
    ) {
        self.init(
            settings, display, MarkingInputs(settings, display: display), KnobNumbers(settings),
            pages: settings.pages.indices.filter { settings.pages[$0].display ?? display == display }, corner, file,
            inCells: inCells)
    }

    /// The settings for a view. `hand` is the input by which the view's client acts as a hand; `nil` for a view without
    /// a hand, which its client can only watch.
    public convenience init(
        _ settings: PanelSettings, hand: Int?, _ hands: ViewSettings.Hands, pages: [Int], file: String?,
        inCells: Bool = true
    ) {
        let keys = hands == .keys ? hand : nil
        // On a view without a hand nothing is zoomed or scrolled, so it gets a display index that no display and no
        // view with a hand has.
        let display = hand.flatMap { settings.inputs[$0].display } ?? Budget.displays + Budget.views
        self.init(
            settings, display, MarkingInputs(settings, hand: hand, hasKeys: keys != nil),
            KnobNumbers(settings, keys: keys), pages: pages, nil, file, inCells: inCells)
    }

    private init(
        _ settings: PanelSettings, _ display: Int, _ marking: MarkingInputs, _ knobs: KnobNumbers, pages: [Int],
        _ corner: Double?, _ file: String?, inCells: Bool
    ) {
        self.settings = settings
        self.corner = corner
        self.file = file
        self.display = display
        self.marking = marking
        isTouched = marking.isTouched
        self.knobs = knobs
        self.pages = pages
        var ramps = [Int?](repeating: nil, count: settings.controls.count)
        for (index, ramp) in settings.ramps.enumerated() where ramps[ramp.control] == nil {
            ramps[ramp.control] = index
        }
        self.ramps = ramps
        cellWidths = inCells ? settings.controls.map { CellWidth($0) } : []
    }

    public static func == (left: PictureSettings, right: PictureSettings) -> Bool { left === right }

    /// The control that the display marks while it shows `view`. `isUsed` returns whether a touchscreen is attached.
    public func marked(_ panel: Instrument, on view: SceneView, isUsed: (Int) -> Bool) -> Int? {
        marking.marked(panel, isUsed: isUsed) { control in
            switch view {
            case .all: true
            case .page(let page): settings.pages[page].controls.contains(control)
            case .control: false
            }
        }
    }

    func emptySentence(of view: SceneView) -> String {
        let what: String
        switch view {
        case .page(let page) where !settings.controls.isEmpty:
            what = "The page \"\(settings.pages[page].name)\" has no controls"
        case .all, .page, .control: what = "There are no controls yet"
        }
        return file.map { "\(what): see \($0)" } ?? "\(what)."
    }

    private let ramps: [Int?]

    /// The index of the first ramp of the configuration that moves this control.
    func ramp(of control: Int) -> Int? { ramps[control] }

    /// Whether a knob turns this control, while the panel shows `page`.
    func hasKnob(_ control: Int, on page: Int?) -> Bool { !turners(of: control, on: page).isEmpty }

    /// The inputs that turn this control while the panel shows `page`, or that would turn it if it had their focus.
    func turners(of control: Int, on page: Int?) -> [Int] { knobs.turners(of: control, on: page) }

    /// The number of the knob that turns this control while the panel shows `page`, counted from 1: its place in the
    /// page's `inputs`, or else among all knobs. The result is `nil` if the panel has at most one knob. On a page with
    /// `inputs` the result is also `nil` if none of them turns the control, and on any other page if no knob or several
    /// knobs turn it.
    func inputNumber(of control: Int, on page: Int?) -> KnobNumber? { knobs.number(of: control, on: page) }

    /// The view while `page` is the panel's page. If that page belongs to another display, the view stays as it was.
    public func view(of page: Int?, before: SceneView? = nil) -> SceneView {
        if let page, pages.contains(page) { return .page(page) }
        return before ?? pages.first.map { .page($0) } ?? .all
    }

    /// The view that a display keeps when these settings replace `other`: the page of the same name, or all controls.
    /// The result is `nil` if the display no longer has this view, and for the view of a single control.
    public func view(after before: SceneView, of other: PictureSettings) -> SceneView? {
        switch before {
        case .all: return pages.isEmpty ? .all : nil
        case .page(let page):
            let name = other.settings.pages[page].name
            return pages.first { settings.pages[$0].name == name }.map { .page($0) }
        case .control: return nil
        }
    }
}
