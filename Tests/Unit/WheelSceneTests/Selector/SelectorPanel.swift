import ModelTestSupport
import TestSupport
import WheelCore

@testable import WheelModel
@testable import WheelScene
@testable import WheelTouch

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

    /// A selector in a body of this size in millimetres, on a 5 inch display.
    static func layout(
        _ positions: PositionSettings, _ width: Double, _ height: Double, isTouched: Bool = true
    ) -> SelectorLayout {
        let measures = Measures(pixelsPerMillimetre: 7.3)
        // The layout leaves a gap below the label, so the room is higher by this gap.
        let body = Rect(x: 20, y: 40, width: measures.pixels(width), height: measures.pixels(height))
            .inset(top: -measures.innerGap)
        let room = SceneRoom(
            cell: body.inset(by: -12), body: body, measures: measures, hasSteppers: false, isTouched: isTouched,
            picture: Size(width: 800, height: 480))
        return SelectorLayout(
            ControlSettings(name: "c", quantity: .choice(positions)), positions, in: room)
    }
}

/// A panel and its display, under a finger.
struct SelectorScreen {
    let pictureSettings: PictureSettings
    var panel: Panel
    var arranger: TouchArranger
    let transform: AffineTransform
    let picture: Size
    private(set) var layout = TouchLayout()
    var changes = Changes()
    var time = Instant(microseconds: 1_000_000)

    init(
        _ settings: PanelSettings, _ picture: Size = Size(width: 800, height: 480), rotation: DisplayRotation = .none,
        motion: DisplayMotion = .full
    ) {
        pictureSettings = PictureSettings(settings)
        panel = Panel(settings)
        self.picture = picture
        let screen = rotation.turned(picture)
        arranger = TouchArranger(screen: screen, rotation: rotation, motion: motion)
        transform = rotation.transform(to: screen)
        arrange()
    }

    var state: SceneState { SceneState(pictureSettings, panel, at: time) }
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
        PageLayout(pictureSettings, state.view, size: picture).cells[number].scene as? SelectorLayout
    }

    var chooser: ChooserLayout? {
        panel.chooser(ofDisplay: 0).flatMap { chips in
            let settings = pictureSettings.settings.controls[chips.control]
            return settings.positions.map { ChooserLayout(settings, $0, picture: picture, measures) }
        }
    }

    /// What a tap does.
    enum Reaction: Hashable {
        case chooses(Int, of: Int)
        case opens(Int)
        case toggles(Int)
        case closes
        case turnsPage(String)
    }

    /// What a tap at a place does; `nil` if it has no effect.
    func reaction(at place: Point) -> Reaction? { Reactions(self).reaction(at: place) }

    /// The side of the largest square of pixels inside each target.
    func largestSquares() -> [Reaction: Int] {
        let (width, height) = (Int(picture.width), Int(picture.height))
        var above = [Int](repeating: 0, count: width)
        var reactions = [Reaction?](repeating: nil, count: width)
        var squares: [Reaction: Int] = [:]
        let all = Reactions(self)
        for y in 0..<height {
            var (corner, leftSide): (Int, Int) = (0, 0)
            var (left, cornerReaction): (Reaction?, Reaction?) = (nil, nil)
            for x in 0..<width {
                let here = all.reaction(at: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
                let (upper, upperReaction) = (above[x], reactions[x])
                var side = 0
                if let here {
                    let fits = upperReaction == here && left == here && cornerReaction == here
                    side = fits ? 1 + min(upper, leftSide, corner) : 1
                    if side > squares[here] ?? 0 { squares[here] = side }
                }
                (corner, cornerReaction) = (upper, upperReaction)
                (above[x], reactions[x]) = (side, here)
                (leftSide, left) = (side, here)
            }
        }
        return squares
    }
}

/// What taps do at this moment.
private struct Reactions {
    private let arranged: ArrangedLayout
    /// How far the rows of each control are scrolled.
    private var offsets: [Int: Double] = [:]

    init(_ screen: SelectorScreen) {
        arranged = ArrangedLayout(screen.layout, ramps: [])
        let chooser = screen.panel.chooser(ofDisplay: 0)?.scroll.offset(at: screen.time)
        for target in screen.layout.targets {
            guard case .chips(let control, let rows, _) = target.kind else { continue }
            offsets[control] = chooser ?? screen.panel.middle(of: control, rows)
        }
    }

    func reaction(at place: Point) -> SelectorScreen.Reaction? {
        guard let target = arranged.target(at: place, chart: { _ in .identity }) else { return nil }
        switch target.kind {
        case .chip(let control, let position): return .chooses(position, of: control)
        case .chips(let control, let rows, _):
            return rows.position(at: place, offset: offsets[control] ?? 0).map { .chooses($0, of: control) }
        case .opener(let control, _): return .opens(control)
        case .toggle(let control): return .toggles(control)
        case .closer: return .closes
        case .tab(let goal): return .turnsPage("\(goal)")
        default: return nil
        }
    }
}
