internal import Synchronization

/// Looks up the addresses of a name on another thread, because getaddrinfo(3) may block for many seconds.
public final class NameLookup: EventHandler {
    private let loop: EventLoop
    private let done: EventDescriptor
    private let found = FoundAddresses()
    private var registration: Registration?
    private let completion: ([InternetAddress]) -> Void

    /// Calls `completion` once, on the loop's thread, in a later iteration. The list is empty if no address was found.
    public init(
        _ host: String, port: UInt16, _ loop: EventLoop, completion: @escaping ([InternetAddress]) -> Void
    ) throws(Errno) {
        self.loop = loop
        self.completion = completion
        done = try EventDescriptor()
        registration = try loop.register(done.descriptor, for: .readable, self)
        let (done, found) = (done, found)
        do throws(Errno) {
            _ = try Thread("name lookup") {
                let addresses = InternetAddress.named(host, port: port)
                found.list.withLock { $0 = addresses }
                done.signal()
            }
        } catch {
            end()
            throw error
        }
    }

    private func end() {
        if let registration { loop.deregister(registration) }
        registration = nil
    }

    public func handle(_ readiness: Readiness, of registration: Registration) {
        end()
        completion(found.list.withLock { $0 })
    }
}

private final class FoundAddresses: Sendable {
    let list = Mutex<[InternetAddress]>([])
}
