import Glibc
import ModelTestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelTouch

@testable import WheelScene

@Suite struct MotionTests {
    private let settings = PanelSettings(
        controls: [.ranged("angle", ValueRange(0, 90), unit: "°"), .ranged("gain", ValueRange(0, 100))],
        pages: [PageSettings(name: "one", controls: [0]), PageSettings(name: "two", controls: [1])])
    private let start = Instant(microseconds: 5_000_000)

    private func state(_ panel: Panel, _ pictureSettings: PictureSettings) -> SceneState {
        SceneState(pictureSettings, panel, at: start)
    }

    /// The picture follows a client's change along the default curve of ramps.
    @Test func aClientsChangeTakes250Milliseconds() throws {
        var (panel, changes) = (Panel(settings), Changes())
        let before = state(panel, PictureSettings(settings))
        var motion = Motion(before)
        _ = try panel.set([(0, .number(80))], by: .client(1), at: start, into: &changes)
        var after = before
        after.apply(panel, panel.controls.map { ControlPicture($0, at: start) })
        motion.apply(after, after: before, at: start)
        for milliseconds in stride(from: Int64(0), through: 250, by: 10) {
            let progress = AnimationCurve.easeInOut.value(at: Double(milliseconds) / 250)
            let pose = motion.pose(of: 0, at: start + .milliseconds(milliseconds))
            #expect((pose.value - 80 * progress).magnitude < 1e-9)
        }
        #expect(motion.isMoving(0))
        motion.rest(at: start + .milliseconds(249))
        #expect(motion.isMoving(0))
        motion.rest(at: start + .milliseconds(250))
        #expect(!motion.isMoving(0))
    }

    @Test func aHandsChangeIsShownAtOnce() {
        var (panel, changes) = (Panel(settings), Changes())
        let pictureSettings = PictureSettings(settings)
        panel.step(1, by: 3, source: .input(0), at: start, into: &changes)
        #expect(panel.controls[1].jumps == 1)
        let before = state(panel, pictureSettings)
        var motion = Motion(before)
        let after = before.with(1) {
            $0.number = 40
            $0.position = 0.4
        }
        motion.apply(after, after: before, at: start)
        #expect(motion.pose(of: 1, at: start).position == 0.4)
        #expect(!motion.isMoving(1))
    }

    /// During a motion, a new target starts another motion from the place that is shown. A change by a hand ends the
    /// motion.
    @Test func aNewTargetDuringAMotionMakesNoJump() {
        let pictureSettings = PictureSettings(settings)
        let first = state(Panel(settings), pictureSettings)
        func moved(_ number: Double, jumps: UInt32) -> SceneState {
            first.with(1) {
                $0.number = number
                $0.position = number / 100
                $0.jumps = jumps
            }
        }
        var motion = Motion(first)
        motion.apply(moved(100, jumps: 1), after: first, at: start)
        let midway = start + .milliseconds(100)
        let seen = motion.pose(of: 1, at: midway)
        #expect(seen.value > 10 && seen.value < 90)
        motion.apply(moved(20, jumps: 2), after: moved(100, jumps: 1), at: midway)
        #expect(motion.pose(of: 1, at: midway) == seen)
        #expect(motion.pose(of: 1, at: midway + .milliseconds(250)).value == 20)
        motion.apply(moved(33, jumps: 2), after: moved(20, jumps: 2), at: midway + .milliseconds(50))
        #expect(motion.pose(of: 1, at: midway + .milliseconds(50)).value == 33)
        #expect(!motion.isMoving(1))
    }

    /// A stage needs frames until the last one of a motion has been drawn.
    @Test func aStageNeedsNoFrameAfterTheLast() throws {
        let studio = try Studio(settings, width: 200, height: 150)
        studio.draw()
        #expect(!studio.stage.needsFrame)
        studio.set(0, .number(45))
        studio.stage.show(studio.state, at: studio.time)
        var frames = 0
        while studio.stage.needsFrame, frames < 100 {
            studio.stage.draw(at: studio.time, into: studio.pixels, damage: &studio.damage)
            studio.time = studio.time + .milliseconds(16)
            frames += 1
        }
        // Frames at 0, 16, … 256 ms.
        #expect(frames == 17)
        // A control that is not on the page needs no frames.
        studio.set(1, .number(45))
        studio.stage.show(studio.state, at: studio.time)
        studio.stage.draw(at: studio.time, into: studio.pixels, damage: &studio.damage)
        #expect(!studio.stage.needsFrame)
        #expect(studio.damage.isEmpty)
    }

    @Test func aPageChangeTakes300Milliseconds() throws {
        let studio = try Studio(settings, width: 200, height: 150)
        studio.draw()
        var changes = Changes()
        studio.panel.show(.next, at: studio.time, into: &changes)
        studio.stage.show(studio.state, at: studio.time)
        let start = studio.time
        while studio.stage.needsFrame {
            studio.stage.draw(at: studio.time, into: studio.pixels, damage: &studio.damage)
            studio.time = studio.time + .milliseconds(10)
        }
        #expect(studio.time - start == .milliseconds(310))
    }

    /// Another control and page before the existing ones, as after a program has defined them.
    private var grown: PanelSettings {
        PanelSettings(
            controls: [.ranged("new", ValueRange(0, 1))] + settings.controls,
            pages: [
                PageSettings(name: "zero", controls: [0]), PageSettings(name: "one", controls: [1]),
                PageSettings(name: "two", controls: [2]),
            ])
    }

    @Test func aMotionGoesOnWhenAnotherControlComes() {
        let before = state(Panel(settings), PictureSettings(settings))
        func moved(_ state: SceneState, _ control: Int) -> SceneState {
            state.with(control) {
                $0.number = 80
                $0.jumps = 1
            }
        }
        var motion = Motion(before)
        motion.apply(moved(before, 0), after: before, at: start)
        let midway = start + .milliseconds(100)
        let after = moved(state(Panel(grown), PictureSettings(grown)), 1)
        let next = Motion(after, after: moved(before, 0), motion, at: midway)
        #expect(next.isMoving(1) && !next.isMoving(0) && !next.isMoving(2))
        for time in [midway, midway + .milliseconds(50), start + .milliseconds(250)] {
            #expect(next.pose(of: 1, at: time) == motion.pose(of: 0, at: time))
        }
        var other = settings
        other.controls[0] = .ranged("angle", ValueRange(0, 180), unit: "°")
        let changed = Motion(
            moved(state(Panel(other), PictureSettings(other)), 0), after: moved(before, 0), motion, at: midway)
        #expect(!changed.isMoving(0))
        #expect(changed.pose(of: 0, at: midway).value == 80)
    }

    @Test func aPageChangeGoesOnWhenAnotherPageComes() throws {
        let studio = try Studio(settings, width: 200, height: 150)
        studio.draw()
        var changes = Changes()
        studio.panel.show(.next, at: studio.time, into: &changes)
        studio.stage.show(studio.state, at: studio.time)
        let start = studio.time
        var panel = Panel(grown)
        panel.show(.page(2), at: start, into: &changes)
        let after = SceneState(PictureSettings(grown), panel, at: start)
        while studio.stage.needsFrame {
            studio.stage.draw(at: studio.time, into: studio.pixels, damage: &studio.damage)
            studio.time = studio.time + .milliseconds(10)
            if studio.time - start == .milliseconds(100) { studio.stage.show(after, at: studio.time) }
        }
        #expect(studio.time - start == .milliseconds(310))
    }

    private static let scenesOfNumbers = SceneKind.allCases.filter { $0 != .positions && $0 != .selector }

    /// A value that a client has set can be read at once. The wheel, the arm and the rotor glide to it.
    @Test(arguments: scenesOfNumbers)
    func aNumberNeverGlides(_ scene: SceneKind) throws {
        let settings = PanelSettings(controls: [
            .ranged("a", ValueRange(0, 90), unit: "°", scene: scene), .ranged("b", ValueRange(0, 90), scene: scene),
        ])
        let (pictureSettings, picture) = (PictureSettings(settings), Bitmap(width: 800, height: 480))
        let stage = Stage(typeface: try Typeface(), theme: .dark, width: 800, height: 480, keepsTexts: true)
        var (panel, changes, damage) = (Panel(settings), Changes(), DamageRegion())
        func texts(_ milliseconds: Int64) -> [String] {
            stage.draw(at: start + .milliseconds(milliseconds), into: picture.pixels, damage: &damage)
            return stage.texts.map(\.text).sorted()
        }
        stage.show(state(panel, pictureSettings), at: start)
        let before = texts(0)
        _ = try panel.set([(0, .number(80)), (1, .number(70))], by: .client(1), at: start, into: &changes)
        stage.show(state(panel, pictureSettings), at: start)
        let first = texts(0)
        #expect(first != before)
        if scene != .readout, scene != .digits { #expect(stage.needsFrame) }
        for milliseconds: Int64 in [1, 60, 125, 249, 250, 400] { #expect(texts(milliseconds) == first) }
    }

    /// With reduced motion the first frame of a change is the last.
    @Test func reducedMotionShowsEachChangeAtOnce() throws {
        let panelSettings = RandomPanel.settings
        let pictureSettings = PictureSettings(panelSettings)
        let (typeface, start) = (try Typeface(), start)
        func stage(_ motion: DisplayMotion) -> Stage {
            Stage(typeface: typeface, theme: .dark, motion: motion, width: 240, height: 160)
        }
        let (still, gliding) = (stage(.reduced), stage(.full))
        let (seen, expected) = (Bitmap(width: 240, height: 160), Bitmap(width: 240, height: 160))
        var (panel, changes, damage) = (Panel(panelSettings), Changes(), DamageRegion())
        var state = state(panel, pictureSettings)
        var time = start
        func check(_ what: String) {
            for stage in [still, gliding] { stage.show(state, at: time) }
            still.draw(at: time, into: seen.pixels, damage: &damage)
            #expect(!still.needsFrame, "\(what)")
            gliding.draw(at: time, into: expected.pixels, damage: &damage)
            #expect(gliding.needsFrame, "\(what)")
            time = time + .seconds(1)
            gliding.draw(at: time, into: expected.pixels, damage: &damage)
            let (one, other) = (seen.pixels, expected.pixels)
            #expect(memcmp(one.base, other.base, one.bytesPerRow * one.height) == 0, "\(what)")
        }
        for stage in [still, gliding] { stage.show(state, at: time) }
        still.draw(at: time, into: seen.pixels, damage: &damage)
        gliding.draw(at: time, into: expected.pixels, damage: &damage)
        for page in [2, 0, 1, 2] {
            state.view = .page(page)
            check("page \(page)")
        }
        for control in [0, 1, 2, 5] {
            _ = try panel.set([(control, .number(5))], by: .client(1), at: time, into: &changes)
            state = state.with(control) { $0 = ControlPicture(panel.controls[control], at: time) }
            check("value of \(control)")
        }
        state = state.with(4) {
            $0.chart = .scale(by: 3, about: Point(x: 60, y: 50))
            $0.chartJumps &+= 1
        }
        check("zoom")
        state = state.with(4) { $0.selected.insert(7) }
        check("outline")
    }

    // MARK: What changes with time alone

    /// While the age of a value is shown, the stage needs one frame each second, and none in between.
    @Test func anAgeNeedsAFrameASecondWhileItIsVisible() throws {
        let studio = try Studio(settings, width: 200, height: 150)
        let written = studio.time
        func showAge(of control: Int) {
            studio.draw {
                $0 = $0.with(control) {
                    $0.age = AgePicture(writtenAt: written, staleAt: written + .milliseconds(3500))
                }
            }
        }
        // `studio.draw` lets a second pass, so this picture is drawn a second after the value was written.
        showAge(of: 0)
        let drawn = studio.time
        #expect(studio.stage.nextChange(after: drawn) == written + .milliseconds(3500))
        #expect(!studio.stage.needsFrame(at: written + .milliseconds(3499)))
        var frames = 0
        var time = drawn
        while time < written + .seconds(10) {
            if studio.stage.needsFrame(at: time) {
                studio.stage.draw(at: time, into: studio.pixels, damage: &studio.damage)
                #expect(!studio.stage.needsFrame(at: time))
                frames += 1
            }
            time = time + .milliseconds(10)
        }
        // Frames at 3.5 s, and at each whole second from 4 to 9.
        #expect(frames == 7)
        // The second control is on another page, so its age needs no frame.
        studio.draw()
        showAge(of: 1)
        #expect(studio.stage.nextChange(after: studio.time) == nil)
    }

    @Test func nothingNeedsAFrameWhereNoTextChanges() throws {
        let studio = try Studio(settings, width: 200, height: 150)
        studio.draw()
        #expect(studio.stage.nextChange(after: studio.time) == nil)
        #expect(!studio.stage.needsFrame(at: studio.time + .seconds(100_000)))
    }
}
