import WheelCore
import WheelServer
import WheelWire

/// A client's request for the frames of one remote display. A client can have several watches.
struct Watch {
    /// No other watch or view has had this number, so a late frame of an ended watch reaches nobody.
    let number: Int
    let client: Int
    let display: Display
}

/// Clients that watch remote displays. The display's thread makes the frames. After a frame was sent to a client,
/// `frameWasSent` requests the client's next frame.
extension Daemon {
    /// Starts to send a display's picture. A client that already watches the display gets the whole picture again.
    func watch(_ name: String?, for client: Int) throws(RequestError) -> WatchedPicture {
        let (index, picture) = try remoteDisplay(name)
        guard let display = displays[index] else { throw .noDisplay("display \(picture.display) could not be started") }
        endWatches { $0.client == client && $0.display === display }
        startWatch(of: display, for: client)
        return picture
    }

    func unwatch(_ name: String?, for client: Int) throws(RequestError) -> WatchedPicture {
        let (index, picture) = try remoteDisplay(name)
        endWatches { $0.client == client && $0.display === displays[index] }
        return picture
    }

    /// The remote display of this name, or the first one.
    private func remoteDisplay(_ name: String?) throws(RequestError) -> (index: Int, WatchedPicture) {
        for (index, display) in settings.displays.enumerated() {
            guard case .remote(let width, let height) = display.output, display.name == name ?? display.name else {
                continue
            }
            return (index, WatchedPicture(display: display.name, widthPixels: width, heightPixels: height))
        }
        throw .unknownRemoteDisplay(name, among: settings.displays.filter(\.output.isRemote).map(\.name))
    }

    private func startWatch(of display: Display, for client: Int) {
        lastWatch += 1
        watches.append(Watch(number: lastWatch, client: client, display: display))
        display.thread.watch(lastWatch)
    }

    func endWatches(where isMeant: (Watch) -> Bool) {
        for watch in watches where isMeant(watch) {
            watch.display.thread.unwatch(watch.number)
            server?.dropFrame(of: watch.number, client: watch.client)
        }
        watches.removeAll(where: isMeant)
    }

    func send(frame members: [UInt8], toWatchers numbers: [Int], at time: Instant) {
        let watching = watches.filter { numbers.contains($0.number) }.map { (client: $0.client, watch: $0.number) }
        server?.send(frame: members, to: watching, at: time)
    }

    func frameWasSent(of watch: Int) {
        guard !frameOfViewWasSent(watch) else { return }
        watches.first { $0.number == watch }?.display.thread.setReady(watch)
    }

    // MARK: Reloading

    /// Publishes the loss of each remote display that the new configuration does not have.
    func reportLostPictures(notIn new: Settings, at now: Instant) {
        for display in settings.displays where display.output.isRemote {
            guard !new.displays.contains(where: { $0.name == display.name && $0.output.isRemote }) else { continue }
            let why = "the configuration has no remote display of this name now"
            enter(.display(display.name, .lost, detail: why), at: now)
        }
    }

    /// After a reload a watch continues with the display of the same name. A changed display sends its whole picture.
    func moveWatches() {
        for watch in watches where !displays.contains(where: { $0 === watch.display }) {
            endWatches { $0.number == watch.number }
            let name = watch.display.settings.name
            let next = displays.first { $0?.settings.name == name && $0?.settings.output.isRemote == true }
            if case .some(.some(let display)) = next { startWatch(of: display, for: watch.client) }
        }
    }
}
