import ModelTestSupport
import TestSupport
import WheelGeometry
import WheelSettings

@testable import WheelModel
@testable import WheelScene

/// Panels with selectors.
enum SelectorPanel {
    static func positions(_ words: String, off: Int? = nil) -> PositionSettings {
        PositionSettings(positions: words.split(separator: ",").map { Position(name: String($0)) }, off: off)
    }

    static func numbered(_ count: Int) -> PositionSettings {
        PositionSettings(positions: PositionSettings.numbered(count))
    }

    static let modes = positions("LSB,USB,CW,AM,FM,RTTY,DATA")
    static let mute = positions("off,on", off: 0)
    static let patches = PositionSettings(positions: (1...40).map { Position(name: "Patch \($0)") })

    /// One page with these choices, under a touchscreen.
    static func settings(_ choices: [PositionSettings], isTouched: Bool = true, selects: Bool = false) -> PanelSettings
    {
        var touch = InputSettings(name: "touch", controls: Array(choices.indices))
        if isTouched { touch.source = .touch(TouchSettings()) }
        return PanelSettings(
            controls: choices.enumerated().map { number, positions in
                ControlSettings(
                    name: "c\(number)", label: "Control \(number)",
                    quantity: selects ? .selection(positions) : .choice(positions), scene: .selector)
            }, inputs: [touch], pages: [PageSettings(name: "page", controls: Array(choices.indices))])
    }

    /// A room of this size in millimetres, on a 5 inch display.
    static func layout(
        _ positions: PositionSettings, _ width: Double, _ height: Double, isTouched: Bool = true
    ) -> SelectorLayout {
        let measures = Measures(pixelsPerMillimetre: 7.3)
        // The room has a gap below the label.
        let body = Rect(x: 20, y: 40, width: measures.pixels(width), height: measures.pixels(height))
            .inset(top: -measures.innerGap)
        let room = CellRoom(
            cell: body.inset(by: -12), body: body, measures: measures, hasSteppers: false, isTouched: isTouched,
            picture: Size(width: 800, height: 480))
        return SelectorLayout(
            ControlSettings(name: "c", quantity: .choice(positions)), positions, in: room)
    }
}

/// A panel and its display, under a finger.
struct SelectorScreen {
    let instrument: Instrument
    var panel: Panel
    var arranger: TouchArranger
    let transform: AffineTransform
    let picture: Size
    private(set) var layout = TouchLayout()
    var changes = Moment()
    var time = Instant(microseconds: 1_000_000)

    init(
        _ settings: PanelSettings, _ picture: Size = Size(width: 800, height: 480), rotation: DisplayRotation = .none,
        motion: DisplayMotion = .full
    ) {
        instrument = Instrument(settings)
        panel = Panel(settings)
        self.picture = picture
        let screen = rotation.turned(picture)
        arranger = TouchArranger(screen: screen, rotation: rotation, motion: motion)
        transform = rotation.transform(to: screen)
        arrange()
    }

    var state: SceneState { SceneState(instrument, panel, at: time) }
    var measures: Measures { Measures(picture: picture) }

    mutating func arrange() {
        guard let layout = arranger.layout(for: state) else { return }
        self.layout = layout
        panel.arrange(surface: 0, layout)
    }

    mutating func touch(_ places: Point..., after milliseconds: Int64 = 16) {
        time = time + .milliseconds(milliseconds)
        let contacts = places.enumerated().map { TouchContact(id: $0, position: transform.apply(to: $1)) }
        panel.touch(surface: 0, contacts: contacts, at: time, into: &changes)
        arrange()
    }

    mutating func tap(_ place: Point) {
        touch(place, after: 1000)
        touch()
    }

    func scene(_ number: Int = 0) -> SelectorLayout? {
        PageLayout(instrument, state.view, size: picture).cells[number].scene as? SelectorLayout
    }

    var chooser: ChooserLayout? {
        panel.chooser(ofDisplay: 0).flatMap { chips in
            let settings = instrument.settings.controls[chips.control]
            return settings.positions.map { ChooserLayout(settings, $0, picture: picture, measures) }
        }
    }

    /// What a tap on a pixel does, as a text; `nil` where it does nothing.
    func reaction(at place: Point, in arranged: ArrangedLayout? = nil) -> String? {
        let arranged = arranged ?? ArrangedLayout(layout, ramps: [])
        guard let target = arranged.target(at: place, chart: { _ in .identity }) else { return nil }
        switch target.kind {
        case .chip(let control, let position): return "\(control): \(position)"
        case .chips(let control, let rows, _):
            let offset = panel.chooser(ofDisplay: 0)?.scroll.offset(at: time) ?? panel.middle(of: control, rows)
            return rows.position(at: place, offset: offset).map { "\(control): \($0)" }
        case .opener(let control, _): return "\(control): opens"
        case .toggle(let control): return "\(control): toggles"
        case .closer: return "closes"
        case .tab(let goal): return "tab \(goal)"
        default: return nil
        }
    }

    /// The side of the largest square of pixels inside each target.
    func largestSquares() -> [String: Int] {
        let (width, height) = (Int(picture.width), Int(picture.height))
        var above = [Int](repeating: 0, count: width)
        var names = [String?](repeating: nil, count: width)
        var squares: [String: Int] = [:]
        let arranged = ArrangedLayout(layout, ramps: [])
        for y in 0..<height {
            var (corner, leftSide): (Int, Int) = (0, 0)
            var (leftName, cornerName): (String?, String?) = (nil, nil)
            for x in 0..<width {
                let name = reaction(at: Point(x: Double(x) + 0.5, y: Double(y) + 0.5), in: arranged)
                let (upper, upperName) = (above[x], names[x])
                var side = 0
                if let name {
                    let fits = upperName == name && leftName == name && cornerName == name
                    side = fits ? 1 + min(upper, leftSide, corner) : 1
                    squares[name] = max(squares[name] ?? 0, side)
                }
                (corner, cornerName) = (upper, upperName)
                (above[x], names[x]) = (side, name)
                (leftSide, leftName) = (side, name)
            }
        }
        return squares
    }
}
