import Glibc
import WheelCanvas
import WheelCore
import WheelModel
import WheelScene
import WheelTouch

/// A subject, and the stage that shows it.
final class Show {
    let bitmap: Bitmap
    private let typeface: Typeface
    private let subject: Subject
    private let stage: Stage
    private let pictureSettings: PictureSettings
    private var panel: Panel
    private var changes = Changes()
    private var damage = DamageRegion()

    init(_ subject: Subject, _ typeface: Typeface, _ format: PixelFormat) {
        self.subject = subject
        self.typeface = typeface
        bitmap = Bitmap(width: 800, height: 480, format: format)
        stage = Stage(typeface: typeface, theme: .dark, width: 800, height: 480)
        pictureSettings = PictureSettings(subject.panel)
        panel = Panel(subject.panel)
    }

    func measure(_ frames: Int) {
        var (times, pixels) = ([Double](), 0)
        for frame in 0..<frames {
            let time = advance(to: frame)
            let start = now()
            draw(at: time)
            times.append(now() - start)
            if frame > 0 { pixels += damage.pixelCount }
        }
        report(times, pixels)
    }

    /// Draws the lists of 120 frames again and again.
    func measureLists(_ frames: Int, inFull: Bool = false) {
        var lists: [(layer: DisplayList?, moving: DisplayList)] = []
        var layer: DisplayList?
        stage.layerDrawn = { layer = $0 }
        // The first frames are drawn twice, because the layer of the first frame also follows the last frame.
        for frame in 0..<240 {
            layer = nil
            draw(at: advance(to: frame))
            if frame >= 120 { lists.append((layer, stage.movingList)) }
        }
        let canvas = Canvas(width: bitmap.pixels.width, height: bitmap.pixels.height)
        if let still = lists.compactMap(\.layer).last ?? layerOfAll() { canvas.setLayer(still, on: stage.theme.ground) }
        var (times, pixels) = ([Double](), 0)
        for frame in 0..<frames {
            let list = lists[frame % lists.count]
            let start = now()
            if let layer = list.layer { canvas.setLayer(layer, on: stage.theme.ground) }
            if inFull { canvas.invalidate() }
            canvas.draw(list.moving, into: bitmap.pixels, damage: &damage)
            times.append(now() - start)
            if frame > 0 { pixels += damage.pixelCount }
        }
        report(times, pixels)
    }

    func record(_ frames: Int) {
        print("ground 0d1014")
        stage.layerDrawn = { [typeface] list in
            print("layer")
            for line in list.record(typeface) { print(line) }
        }
        for frame in 0..<frames {
            print("frame")
            draw(at: advance(to: frame))
            print("moving")
            for line in stage.movingList.record(typeface) { print(line) }
        }
    }

    /// The layer of a scene that has one for all frames.
    private func layerOfAll() -> DisplayList? {
        var layer: DisplayList?
        stage.layerDrawn = { layer = $0 }
        stage.invalidate()
        draw(at: Instant(microseconds: 1_000_000_000))
        return layer
    }

    private func advance(to frame: Int) -> Instant {
        let time = Instant(microseconds: Int64(frame) * 1_000_000)
        let name = pictureSettings.settings.controls[subject.control].name
        let request = Request.set(Assignment(control: name, value: subject.value(frame)))
        _ = try? panel.perform(request, by: .client(0), at: time, into: &changes)
        var state = SceneState(pictureSettings, panel, at: time)
        state.view = subject.view
        if let scroll = subject.scroll { state.chooser = ChooserPicture(control: 0, scroll: Scroll(at: scroll(frame))) }
        stage.show(state, at: time)
        // All animations have ended by then.
        return time + .milliseconds(900)
    }

    private func draw(at time: Instant) { stage.draw(at: time, into: bitmap.pixels, damage: &damage) }

    private func report(_ times: [Double], _ pixels: Int) {
        let median = times.sorted()[times.count / 2]
        print((median * 100).rounded() / 100, pixels / (times.count - 1))
    }
}

/// In microseconds.
private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}
