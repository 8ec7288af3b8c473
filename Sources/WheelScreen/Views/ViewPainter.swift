import LinuxSystem
import WheelCanvas
import WheelCore
import WheelScene
import WheelWire

/// The loop of the thread that draws views.
///
/// Each round visits every drawing (`ViewDrawing`) with a client that can be sent a frame: the round consumes the
/// newest state, draws it, and reports a frame for each watcher. A drawing can have at most 60 frames per second. If
/// the next frame of a drawing is not due yet, or something in the drawing moves or changes with time, the round
/// determines the time of the next visit. Otherwise the thread sleeps until a new state or a ready watcher wakes it.
final class ViewPainter {
    private let link: ViewLink
    private let font: String?
    private var easels: [Easel] = []
    /// The typefaces of all pictures: a smooth one, and a sharp one for pictures with two colours. The typefaces are
    /// released with the last drawing, since their glyphs occupy memory.
    private var typefaces: [Bool: Typeface] = [:]

    /// Everything that the thread keeps for one drawing.
    private final class Easel {
        let drawing: ViewDrawing
        let face: any ViewFace
        var state: SceneState?
        var clock = FrameClock(framesPerSecond: 60)

        init(_ drawing: ViewDrawing, _ face: any ViewFace) {
            self.drawing = drawing
            self.face = face
        }
    }

    init(_ link: ViewLink, font: String?) {
        self.link = link
        self.font = font
    }

    func run() {
        while !link.isEnding.load(ordering: .acquiring) {
            let now = MonotonicClock.now
            arrange()
            var next: Instant?
            for easel in easels {
                next = .earliest(next, work(on: easel, at: now))
            }
            link.wake.descriptor.wait(for: .readable, until: next)
            link.wake.clear()
        }
    }

    /// Updates `easels` to the list of drawings.
    private func arrange() {
        let drawings = link.drawings.withLock { $0 }
        easels.removeAll { easel in !drawings.contains { $0 === easel.drawing } }
        if easels.isEmpty { typefaces = [:] }
        for drawing in drawings where !easels.contains(where: { $0.drawing === drawing }) {
            do throws(CanvasError) {
                easels.append(Easel(drawing, try face(drawing.settings)))
            } catch {
                link.drawings.withLock { drawings in drawings.removeAll { $0 === drawing } }
                link.report(.failed(drawing, "\(error)"))
            }
        }
    }

    private func face(_ settings: ViewSettings) throws(CanvasError) -> any ViewFace {
        guard settings.format == .png else { return CharacterFace(settings) }
        let theme = Theme.named(settings.theme)
        let typeface: Typeface
        if let known = typefaces[theme.isMono] {
            typeface = known
        } else {
            typeface = try FontFile.typeface(font, for: theme)
            typefaces[theme.isMono] = typeface
        }
        return PictureFace(settings, typeface)
    }

    /// Draws if a watcher can be sent a frame. Returns the time of the next visit; `nil` if the drawing needs none
    /// before a wake.
    private func work(on easel: Easel, at now: Instant) -> Instant? {
        let watchers = easel.drawing.watchers
        guard watchers.hasReady else { return nil }
        guard easel.clock.isTime(now) else { return easel.clock.nextFrame }
        if easel.drawing.states.consume(into: &easel.state), let state = easel.state {
            easel.face.apply(state, at: now)
        }
        guard easel.state != nil else { return nil }
        let areas = easel.face.draw(at: now)
        if !areas.isEmpty { easel.clock.hasDrawn(at: now, paced: false) }
        watchers.damage(areas)
        for due in watchers.consumeDue() {
            do throws(CanvasError) {
                let frame = try easel.face.frame(due.areas)
                for view in due.watchers {
                    let members = easel.drawing.members(of: frame, for: view)
                    link.report(.frame(view: view, of: easel.drawing, members: members, at: now))
                }
            } catch {
                link.report(.failed(easel.drawing, "\(error)"))
            }
        }
        guard watchers.hasReady else { return nil }
        return easel.face.isMoving ? easel.clock.nextFrame : easel.face.nextChange(after: now)
    }
}
