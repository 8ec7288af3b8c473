/// The watchers of a remote display. Only the loop's thread calls these functions, and none of them waits.
extension RenderThread {
    /// Adds a watcher with a number that no other has had. Its frames come as reports: the whole picture first, then what
    /// has changed. After each one, the next comes after `setReady`.
    public func watch(_ number: Int) {
        link.watchers.add(number)
        link.wake.signal()
    }

    /// A frame for it may have been reported already.
    public func unwatch(_ number: Int) {
        link.watchers.remove(number)
        // The thread then draws no more, and a dark display is dark no more.
        if link.watchers.isEmpty { link.wake.signal() }
    }

    /// Notes that a watcher's frame has been sent, and that it may have the next one.
    public func setReady(_ number: Int) {
        if link.watchers.setReady(number) { link.wake.signal() }
    }
}
