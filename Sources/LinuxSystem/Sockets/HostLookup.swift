internal import Synchronization

/// Finds the addresses of a host on a thread of its own, since the C library waits for name servers.
public final class HostLookup: Sendable {
    private let event: EventDescriptor
    private let result = Mutex<[TCPAddress]?>(nil)

    /// `event` is signalled when the lookup has ended.
    public init(_ host: String, port: UInt16, signalling event: EventDescriptor) throws(Errno) {
        self.event = event
        _ = try Thread("lookup") { [self] in
            let found = TCPAddress.all(of: host, port: port)
            result.withLock { $0 = found }
            self.event.signal()
        }
    }

    /// The addresses; empty if the host is unknown, `nil` if the lookup goes on.
    public var addresses: [TCPAddress]? { result.withLock { $0 } }
}
