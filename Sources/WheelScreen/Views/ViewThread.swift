public import LinuxSystem
import Synchronization
import WheelCanvas
public import WheelCore
public import WheelScene
import WheelWire

/// Draws the views of clients, all in one thread of low priority, which does not delay knobs and displays.
///
/// A drawing is the picture of one or several views. A drawing holds the newest state in a triple buffer. For each
/// watching client, the drawing holds the changes that were not sent to the client yet (`Watchers`). The thread draws
/// only what a client can be sent: a browser whose hidden page confirms no frames causes no drawing.
///
/// Only the loop's thread calls these functions. Only `stop` blocks.
public final class ViewThread: Sendable {
    private let link: ViewLink

    /// `font` is a path or a family name, as for displays.
    public init(font: String?) throws(Errno) {
        let link = try ViewLink()
        self.link = link
        _ = try Thread("views") {
            Thread.lowerPriority()
            ViewPainter(link, font: font).run()
            link.ended.signal()
        }
    }

    public func add(_ drawing: ViewDrawing) {
        link.drawings.withLock { $0.append(drawing) }
    }

    public func remove(_ drawing: ViewDrawing) {
        link.drawings.withLock { drawings in drawings.removeAll { $0 === drawing } }
        link.wake.signal()
    }

    /// Shows a state. `write` changes an earlier state, no matter which, or `new`, and must set every part of the
    /// state.
    public func show(
        _ new: @autoclosure () -> SceneState, in drawing: ViewDrawing, _ write: (inout SceneState) -> Void
    ) {
        // Without a ready watcher no wake is needed: a watcher that is added or becomes ready later wakes the thread.
        if drawing.states.publish(new(), write), drawing.watchers.hasReady { link.wake.signal() }
    }

    /// Adds a view to a drawing. The view's first frame is the whole picture. `unseen` is the number of unconfirmed
    /// frames of the view's former picture.
    public func watch(_ drawing: ViewDrawing, by view: Int, named name: String, unseen: Int) {
        drawing.names.withLock { $0[view] = name }
        drawing.watchers.add(view, unseen: unseen)
        link.wake.signal()
    }

    /// Removes a view from a drawing. Returns the number of the view's unconfirmed frames.
    public func unwatch(_ drawing: ViewDrawing, by view: Int) -> Int { drawing.watchers.remove(view) }

    /// Records that a view's frame was sent.
    public func setReady(_ view: Int, of drawing: ViewDrawing) {
        if drawing.watchers.setReady(view) { link.wake.signal() }
    }

    /// Records that a view's client has shown a frame.
    public func confirm(_ view: Int, of drawing: ViewDrawing) {
        if drawing.watchers.confirm(view) { link.wake.signal() }
    }

    /// This descriptor is readable while there are reports.
    public var reportDescriptorNumber: Int32 { link.news.descriptor.number }

    public func consumeReports() -> [ViewReport] {
        link.news.clear()
        return link.reports.withLock { reports in
            defer { reports = [] }
            return reports
        }
    }

    public func stop() {
        link.isEnding.store(true, ordering: .releasing)
        link.wake.signal()
        _ = link.ended.descriptor.wait(for: .readable, until: MonotonicClock.now + .seconds(2))
    }
}

public enum ViewReport: Sendable {
    /// A frame of this view; `members` is the part of the frame's line after the member `time`.
    case frame(view: Int, of: ViewDrawing, members: [UInt8], at: Instant)
    /// A drawing that cannot be drawn, and the reason.
    case failed(ViewDrawing, String)
}

/// The picture of one or several views.
public final class ViewDrawing: Sendable {
    public let settings: ViewSettings
    /// The names of the views by their numbers, for the frames.
    let names = Mutex<[Int: String]>([:])
    let states = TripleBuffer<SceneState>()
    let watchers: Watchers

    public init(_ settings: ViewSettings) {
        self.settings = settings
        watchers = Watchers(
            areas: settings.format == .png ? PictureFace.mostParts : settings.height, mostUnseen: Budget.unseenFrames)
    }

    /// The part of a frame's line after the member `time`, for one view. The pixels are the same for all views of the
    /// drawing.
    func members(of frame: ViewFrame, for view: Int) -> [UInt8] {
        var own = frame
        own.view = names.withLock { $0[view] ?? "" }
        return own.members
    }
}

/// Everything that the loop's thread and the views' thread share, besides the contents of the drawings.
final class ViewLink: Sendable {
    let wake: EventDescriptor
    let news: EventDescriptor
    let ended: EventDescriptor
    let drawings = Mutex<[ViewDrawing]>([])
    let reports = Mutex<[ViewReport]>([])
    let isEnding = Atomic(false)

    init() throws(Errno) {
        wake = try EventDescriptor()
        news = try EventDescriptor()
        ended = try EventDescriptor()
    }

    func report(_ report: ViewReport) {
        reports.withLock { $0.append(report) }
        news.signal()
    }
}
