import LinuxSystem
import WheelCore
import WheelModel
import WheelScene
import WheelScreen
import WheelServer
import WheelTouch
import WheelWire

/// Views: pictures of the panel for clients, in sizes that the clients choose, and with hands for the clients' users.
///
/// For example: a browser requests a view of 800 × 480 pixels with fingers. The browser gets an input of the panel, and
/// a picture of its own (an `Easel`), since a hand zooms and scrolls. A second browser requests a view without hands.
/// No other view has the same settings, so this browser gets another picture. A third browser requests a view with
/// these settings too: the two views share the picture, so that each pixel is drawn only once. A client confirms each
/// frame that it has shown (`seen`). It gets further frames only while it has fewer than `Budget.unseenFrames`
/// unconfirmed ones. The picture of a view may be replaced at any time, for example when a reload takes rights away,
/// while frames of the former picture are still in flight. `unseen` counts the frames that the client will still
/// confirm, so that the client never gets more frames than it can show.
///
/// A view is neither a display nor an input of the configuration. One thread of low priority draws all views. The hand
/// of a view is one of the inputs that a panel reserves for views (`InputSettings.hands`), so fingers, locks and
/// commits work as for any input. A view ends with its connection.
extension Daemon {
    /// Opens a view, or changes one.
    func view(_ request: Request, for client: Int, at now: Instant) throws(RequestError) -> ViewState {
        let changed = try request.text("view").map { name throws(RequestError) in try view(named: name, of: client) }
        guard let asked = ViewSettings(request, changing: changed?.asked) else {
            throw RequestError(.badRequest, "view: 'width' and 'height' are missing")
        }
        _ = try pages(of: asked)
        let granted = granted(asked, to: client)
        try checkRoom(for: granted, of: client, changing: changed)
        let thread = try viewThread()
        guard let view = changed else {
            guard let place = (0..<Budget.views).first(where: { place in !views.contains { $0.place == place } }) else {
                throw Daemon.tooManyViews
            }
            lastWatch += 1
            let easel = easel(for: granted, place, thread)
            let view = View(place: place, client: client, number: lastWatch, asked: asked, easel: easel)
            views.append(view)
            enter(.view(place: place, client: client), at: now)
            begin(view, unseen: 0, thread, at: now)
            return state(of: view)
        }
        // The targets under the view's fingers may be elsewhere in the new picture, so the fingers are lifted.
        lift(view, at: now)
        view.asked = asked
        redraw([view], thread, at: now)
        return state(of: view)
    }

    /// The requested settings, without hands if the client may only read.
    private func granted(_ asked: ViewSettings, to client: Int) -> ViewSettings {
        var granted = asked
        if server?.mayWrite(client) != true { granted.hands = .none }
        return granted
    }

    /// Replaces the pictures of views after their settings, their client's rights or the panel have changed.
    private func redraw(_ changed: [View], _ thread: ViewThread, at now: Instant) {
        // All former pictures end before the first new picture begins, so that no view shares a former picture.
        let unseen = changed.map { end(easel: $0.easel, of: $0, thread) }
        for (view, unseen) in zip(changed, unseen) {
            view.easel = easel(for: granted(view.asked, to: view.client), view.place, thread)
            begin(view, unseen: unseen, thread, at: now)
        }
    }

    func endView(named name: String, of client: Int, at now: Instant) throws(RequestError) {
        end(try view(named: name, of: client), at: now)
    }

    func endViews(of client: Int, at now: Instant) {
        for view in views where view.client == client { end(view, at: now) }
    }

    func confirmFrame(ofView name: String, of client: Int) throws(RequestError) {
        let view = try view(named: name, of: client)
        viewing?.thread.confirm(view.number, of: view.easel.drawing)
    }

    /// Removes the hands from the views of a client that may no longer write.
    func rightsWereLimited(of client: Int) {
        guard let thread = viewing?.thread, server?.mayWrite(client) != true else { return }
        let limited = views.filter { $0.client == client && $0.hasHand }
        for view in limited { lift(view, at: .now) }
        redraw(limited, thread, at: .now)
        publishChanges()
    }

    // MARK: Limits

    private static let tooManyViews = RequestError(
        .tooManyViews, "there are \(Budget.views) views already, or half of them for clients that may only read")

    /// Clients that may only read can use at most half of all views and pixels, so that the other half is left for
    /// clients that may write.
    private func checkRoom(for new: ViewSettings, of client: Int, changing changed: View?) throws(RequestError) {
        let isReader = server?.mayWrite(client) != true
        let others = views.filter { $0 !== changed }
        func most(_ all: Int) -> Int { isReader ? all / 2 : all }
        let rivals = isReader ? others.filter { server?.mayWrite($0.client) != true } : others
        guard rivals.count < most(Budget.views) else { throw Daemon.tooManyViews }
        guard new.pixelCount <= Budget.viewPixels.each else {
            throw RequestError(
                .tooManyViews,
                "a view may have \(Budget.viewPixels.each) pixels, not \(new.width) × \(new.height)")
        }
        var drawings: [ViewDrawing] = []
        for view in rivals where !drawings.contains(where: { $0 === view.easel.drawing }) {
            drawings.append(view.easel.drawing)
        }
        let isShared = new.hands == .none && drawings.contains { $0.settings == new }
        let pixels = drawings.reduce(isShared ? 0 : new.pixelCount) { $0 + $1.settings.pixelCount }
        guard pixels <= most(Budget.viewPixels.all) else {
            throw RequestError(
                .tooManyViews,
                "all views may have \(most(Budget.viewPixels.all)) pixels, and with this one they would have \(pixels)")
        }
    }

    func view(named name: String, of client: Int) throws(RequestError) -> View {
        guard let view = views.first(where: { $0.name == name && $0.client == client }) else {
            throw .unknownView(name, among: views.filter { $0.client == client }.map(\.name))
        }
        return view
    }

    /// The indices of the pages that a view with these settings shows.
    func pages(of asked: ViewSettings) throws(RequestError) -> [Int] {
        let pages = settings.panel.pages
        if let name = asked.page {
            guard let page = pages.firstIndex(where: { $0.name == name }) else {
                throw .unknown(.unknownPage, "page", name, among: pages.map(\.name))
            }
            return [page]
        }
        guard let name = asked.display else { return Array(pages.indices) }
        guard let display = settings.displays.firstIndex(where: { $0.name == name }) else {
            throw .unknownDisplay(name, among: settings.displays.map(\.name))
        }
        return pages.indices.filter { pages[$0].display ?? display == display }
    }

    // MARK: Beginning and ending

    private func viewThread() throws(RequestError) -> ViewThread {
        if let viewing { return viewing.thread }
        do throws(Errno) {
            let thread = try ViewThread(font: settings.displays.first?.font)
            let registration = try loop.register(
                descriptorNumber: thread.reportDescriptorNumber, for: .readable, ViewHandler(self))
            viewing = (thread, registration)
            return thread
        } catch {
            throw .noDisplay("views cannot be drawn: \(error)")
        }
    }

    func closeViews() {
        guard let viewing else { return }
        loop.deregister(viewing.registration)
        viewing.thread.stop()
        self.viewing = nil
    }

    private func easel(for settings: ViewSettings, _ place: Int, _ thread: ViewThread) -> Easel {
        let shared = views.first { $0.easel.views > 0 && $0.settings == settings }
        if settings.hands == .none, let shared { return shared.easel }
        let drawing = ViewDrawing(settings)
        let easel = Easel(drawing, PanelPicture(picture(settings, place)))
        easel.shown.arranger = arranger(settings)
        thread.add(drawing)
        return easel
    }

    func picture(_ settings: ViewSettings, _ place: Int) -> PictureSettings {
        let hand = settings.hands == .none ? nil : self.settings.panel.ownInputs.count + place
        return PictureSettings(
            self.settings.panel, hand: hand, settings.hands, pages: (try? pages(of: settings)) ?? [],
            file: source.loaded?.path, inCells: settings.format == .cells)
    }

    func arranger(_ settings: ViewSettings) -> TouchArranger? {
        guard settings.hands != .none else { return nil }
        if settings.format == .cells { return TouchArranger(typed: settings.screen, motion: settings.motion) }
        return TouchArranger(
            screen: Size(width: Double(settings.width), height: Double(settings.height)), rotation: .none,
            measures: settings.measures, motion: settings.motion)
    }

    private func begin(_ view: View, unseen: Int, _ thread: ViewThread, at now: Instant) {
        view.easel.views += 1
        let size = Size(width: Double(view.settings.width), height: Double(view.settings.height))
        if view.hasHand { _ = try? hub?.feed(hand(of: view), .feed(view.name, size: size), from: view.client, at: now) }
        focusShownControl(of: view, at: now)
        publishChanges()
        preparePictures(at: now)
        show(view.easel, at: now)
        thread.watch(view.easel.drawing, by: view.number, named: view.name, unseen: unseen)
        isPictureOld = true
    }

    private func end(_ view: View, at now: Instant) {
        if view.hasHand { try? hub?.unfeed(hand(of: view), from: view.client, at: now) }
        if let thread = viewing?.thread { _ = end(easel: view.easel, of: view, thread) }
        publishChanges()
        views.removeAll { $0 === view }
        enter(.view(place: view.place, client: nil), at: now)
    }

    /// Ends the use of a picture by a view. Returns how many frames the client will still confirm.
    private func end(easel: Easel, of view: View, _ thread: ViewThread) -> Int {
        easel.views -= 1
        if easel.views == 0 { thread.remove(easel.drawing) }
        let unseen = thread.unwatch(easel.drawing, by: view.number)
        let isDropped = server?.dropFrame(of: view.number, client: view.client) ?? false
        return isDropped ? unseen - 1 : unseen
    }

    // MARK: Showing

    /// Gives each drawing the newest state.
    func showViews(at now: Instant) {
        var shown: [Easel] = []
        for view in views where !shown.contains(where: { $0 === view.easel }) {
            shown.append(view.easel)
            show(view.easel, at: now)
        }
    }

    private func show(_ easel: Easel, at now: Instant) {
        guard let thread = viewing?.thread else { return }
        var hasNewLayout = false
        let settings = easel.shown.settings
        let pictures = easel.drawing.settings.hands == .keys ? pictures.map(\.withKnob) : pictures
        thread.show(SceneState(settings, panel, at: now), in: easel.drawing) { state in
            hasNewLayout = easel.shown.write(panel, pictures, isUsed: isUsed, to: &state, at: now)
        }
        guard hasNewLayout, let view = views.first(where: { $0.easel === easel }), let layout = easel.shown.touchLayout
        else { return }
        enter(.layout(Arrangement(.view(place: view.place, view.settings), easel.shown), layout), at: now)
    }

    /// Redraws all views after the configuration or the definitions have changed. Each view sends its whole picture.
    func renewViews(at now: Instant) {
        guard let thread = viewing?.thread else { return }
        for view in views where (try? pages(of: view.asked)) == nil {
            (view.asked.page, view.asked.display) = (nil, nil)
        }
        redraw(views, thread, at: now)
    }

    func consumeViewReports() {
        guard let thread = viewing?.thread else { return }
        for report in thread.consumeReports() {
            switch report {
            case .frame(let number, let drawing, let members, let time):
                guard let view = views.first(where: { $0.number == number }) else { continue }
                // This frame of a former picture is not sent. The client cannot confirm it, so it is confirmed here.
                guard view.easel.drawing === drawing else {
                    thread.confirm(number, of: view.easel.drawing)
                    continue
                }
                server?.send(frame: members, of: .view, to: [(view.client, view.number)], at: time)
            case .failed(let drawing, let reason):
                Log.error("views: \(reason)")
                for view in views where view.easel.drawing === drawing { end(view, at: .now) }
            }
        }
    }

    /// Records that a frame was sent. Returns whether the frame belonged to a view.
    func frameOfViewWasSent(_ number: Int) -> Bool {
        guard let view = views.first(where: { $0.number == number }) else { return false }
        viewing?.thread.setReady(number, of: view.easel.drawing)
        return true
    }
}

private final class ViewHandler: EventHandler {
    private unowned let daemon: Daemon

    init(_ daemon: Daemon) { self.daemon = daemon }

    func handle(_ readiness: Readiness, of registration: Registration) { daemon.consumeViewReports() }
}
