import ModelTestSupport
import TestSupport
import Testing
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

/// A panel under fingers, on a display with the touch targets of its pictures. Like the daemon, it arranges the targets
/// again after each change.
///
/// Reports: `vfo=5` a value, `vfo!5` its commit, `vfo>100` a speed, `azimuth~running` a ramp, `page:bank`, `focus:vfo`.
/// The values of a ramp are not reported.
struct TouchDay {
    private(set) var panel = Panel(DayPanel.settings)
    private(set) var told: [String] = []
    private(set) var layout = TouchLayout()
    private var time = Instant(microseconds: 1_000_000)
    private var moment = Changes()
    private let pictureSettings = PictureSettings(DayPanel.settings)
    private var arranger: TouchArranger
    private var fingerNumber = 0
    private var finger: Point?
    private static let names = DayPanel.settings.controls.map(\.name)

    /// Shows this page, and marks the control `focus`.
    init(_ display: DayDisplay, page: String, focus: String? = nil) {
        let picture = Size(width: display.width, height: display.height)
        arranger = TouchArranger(
            screen: display.rotation.turned(picture), rotation: display.rotation, measures: Measures(picture: picture))
        change { $0.show(.page(DayPanel.page(page)), at: $1, into: &$2) }
        if let focus { change { $0.focus(0, on: DayPanel.index(focus), at: $1, into: &$2) } }
        told = []
    }

    // MARK: Places

    func targets(of control: Int) -> [TouchTarget] {
        layout.targets.filter { $0.kind.control(ramps: DayPanel.settings.ramps) == control }
    }

    /// The middle of the part of a target that a finger can hit, on the page; `nil` if other targets cover it.
    func place(on target: TouchTarget) -> Point? {
        let bounds = target.transform.bounds(of: target.area)
        let step = max(1, min(bounds.width, bounds.height) / 9)
        var free: [Point] = []
        for row in 0..<Int((bounds.height / step).rounded(.up)) {
            for column in 0..<Int((bounds.width / step).rounded(.up)) {
                let place = Point(
                    x: bounds.minX + (Double(column) + 0.5) * step, y: bounds.minY + (Double(row) + 0.5) * step)
                if hit(at: place) == target { free.append(place) }
            }
        }
        guard !free.isEmpty else { return nil }
        let middle = Point(
            x: free.map(\.x).reduce(0, +) / Double(free.count), y: free.map(\.y).reduce(0, +) / Double(free.count))
        return free.min { ($0 - middle).length < ($1 - middle).length }
    }

    func hit(at place: Point) -> TouchTarget? {
        layout.targets.last { $0.area.contains(place, under: $0.transform) }
    }

    // MARK: Fingers

    /// A finger touches at `place`, a point of the page, or moves there.
    mutating func touch(_ place: Point) {
        if finger == nil { fingerNumber += 1 }
        finger = place
        let contact = TouchContact(id: fingerNumber, position: layout.pageTransform.apply(to: place))
        change { $0.touch(surface: 0, contacts: [contact], at: $1, into: &$2) }
    }

    mutating func lift() {
        finger = nil
        change { $0.touch(surface: 0, contacts: [], at: $1, into: &$2) }
    }

    mutating func tap(_ place: Point) {
        touch(place)
        pass(milliseconds: 60)
        lift()
    }

    mutating func doubleTap(_ place: Point) {
        tap(place)
        pass(milliseconds: 120)
        tap(place)
    }

    /// Moves in frames of 10 ms, and pauses before the finger lifts, so that nothing continues to move.
    mutating func drag(from start: Point, by way: Vector) {
        touch(start)
        for frame in 1...20 {
            pass(milliseconds: 10)
            touch(start + way * (Double(frame) / 20))
        }
        pass(milliseconds: 300)
        lift()
    }

    /// Drags, and lifts the finger while it still moves.
    mutating func fling(from start: Point, by way: Vector) {
        touch(start)
        for frame in 1...8 {
            pass(milliseconds: 10)
            touch(start + way * (Double(frame) / 8))
        }
        lift()
    }

    // MARK: Others

    mutating func set(_ name: String, _ value: GivenValue) {
        let control = DayPanel.index(name)
        change { _ = try? $0.set([(control, value)], by: .client(1), at: $1, into: &$2) }
    }

    mutating func startRamp(of control: Int) {
        guard let ramp = DayPanel.settings.ramps.first(where: { $0.control == control }) else { return }
        change { _ = try? $0.startRamp(ramp.motion, on: control, at: $1, into: &$2) }
    }

    func isMoving(_ control: Int) -> Bool { panel.controls[control].rampStatus(at: time)?.state == .running }

    /// How far the rows of a list or a chooser are scrolled.
    func offset(of control: Int) -> Double {
        (panel.chooser(ofDisplay: 0).map(\.scroll) ?? panel.listScroll(of: control))?.offset(at: time)
            ?? panel.controls[control].number
    }

    mutating func pass(milliseconds: Int64) {
        let end = time + .milliseconds(milliseconds)
        while let deadline = panel.deadline, deadline <= end {
            time = max(deadline, time)
            change { $0.wake(at: $1, into: &$2) }
        }
        time = end
    }

    /// The reports since the last call.
    mutating func takeTold() -> String {
        defer { told = [] }
        return told.joined(separator: " ")
    }

    private mutating func change(_ body: (inout Panel, Instant, inout Changes) -> Void) {
        moment.removeAll()
        body(&panel, time, &moment)
        told += moment.list.compactMap { text(of: $0.event) }
        if let new = arranger.layout(for: SceneState(pictureSettings, panel, focus: panel.focus(ofInput: 0), at: time))
        {
            layout = new
            panel.arrange(surface: 0, new)
        }
    }

    private func text(of event: Change.Event) -> String? {
        let names = TouchDay.names
        return switch event {
        case .value(let value):
            value.source == .ramp ? nil : "\(names[value.control])=\(text(of: value.reading))"
        case .commit(let control, let reading, let source):
            source == .ramp ? nil : "\(names[control])!\(text(of: reading))"
        case .speed(let control, let speed): "\(names[control])>\(panel.controls[control].settings.speeds[speed].name)"
        case .focus(_, let control): "focus:\(names[control])"
        case .page(let page): "page:\(DayPanel.settings.pages[page].name)"
        case .ramp(let control, let state, _): "\(names[control])~\(state.rawValue)"
        case .limit(let control, let end, _): "\(names[control])|\(end.rawValue)"
        case .pending, .press, .lock, .preset: nil
        }
    }

    private func text(of reading: Reading) -> String {
        switch reading {
        case .number(let number): TestSupport.text((number * 1e6).rounded() / 1e6)
        case .integer(let integer): String(integer)
        case .position(let position): String(position)
        case .selection: "selection"
        }
    }
}
