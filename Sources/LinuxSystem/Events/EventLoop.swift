public import WheelGeometry

/// Who is told that a descriptor is ready. One handler may have several registrations.
public protocol EventHandler: AnyObject {
    /// Called on the loop's thread. May register, change and deregister anything, itself included.
    func handle(_ readiness: Readiness, of registration: Registration)
}

/// Names one registration of a descriptor at an `EventLoop`; never used twice.
public struct Registration: Hashable, Sendable {
    /// Place in the loop's table, low half; how often that place had been given away before, high half.
    let number: UInt64

    init(place: Int, turn: UInt32) {
        number = UInt64(turn) << 32 | UInt64(UInt32(place))
    }

    init(number: UInt64) {
        self.number = number
    }

    var place: Int { Int(UInt32(truncatingIfNeeded: number)) }
    var turn: UInt32 { UInt32(truncatingIfNeeded: number >> 32) }
}

/// Waits for descriptors and for one point in time, and tells the handlers. Belongs to the thread that made it.
///
/// An iteration in which no registration changes allocates nothing and makes one system call.
public final class EventLoop {
    private struct Place {
        var turn: UInt32 = 0
        var descriptorNumber: Int32 = -1
        var interest: Readiness = []
        var handler: (any EventHandler)?
    }

    private var epoll: Epoll
    private var places: [Place] = []
    private var freePlaces: [Int] = []

    public init(eventsPerIteration: Int = 256) throws(Errno) {
        epoll = try Epoll(capacity: eventsPerIteration)
    }

    /// Watches a descriptor, level-triggered, and keeps the handler until `deregister`.
    ///
    /// Throws `.notPermitted` for a regular file, which is always ready and which epoll refuses.
    public func register(
        _ descriptor: borrowing Descriptor, for interest: Readiness, _ handler: any EventHandler
    ) throws(Errno) -> Registration {
        try register(descriptorNumber: descriptor.number, for: interest, handler)
    }

    /// The same for a descriptor that a C library owns.
    public func register(
        descriptorNumber: Int32, for interest: Readiness, _ handler: any EventHandler
    ) throws(Errno) -> Registration {
        let place = freePlaces.last ?? places.count
        let registration = Registration(place: place, turn: place < places.count ? places[place].turn : 0)
        try epoll.add(descriptorNumber, interest, data: registration.number)
        if place < places.count {
            freePlaces.removeLast()
        } else {
            places.append(Place())
        }
        places[place].descriptorNumber = descriptorNumber
        places[place].interest = interest
        places[place].handler = handler
        return registration
    }

    /// Watches for something else from now on; without a system call if that is what is watched for already.
    public func change(_ registration: Registration, to interest: Readiness) throws(Errno) {
        precondition(isCurrent(registration), "a registration is changed after it was deregistered")
        let place = registration.place
        guard places[place].interest != interest else { return }
        try epoll.modify(places[place].descriptorNumber, interest, data: registration.number)
        places[place].interest = interest
    }

    /// Lets go of the descriptor, which must still be open, and of the handler, which hears nothing any more:
    /// events of this registration that came with the batch being worked on are dropped.
    public func deregister(_ registration: Registration) {
        precondition(isCurrent(registration), "a registration is deregistered twice")
        let place = registration.place
        do throws(Errno) {
            try epoll.remove(places[place].descriptorNumber)
        } catch {
            // ENOENT, EBADF: it was closed first, so the kernel has removed it (or keeps a duplicate of it alive,
            // whose events nobody would get any more and which would keep the loop awake).
            preconditionFailure("a descriptor is closed before it is deregistered: \(error)")
        }
        // Another turn: what still carries the old number is stale.
        places[place].turn &+= 1
        places[place].handler = nil
        places[place].descriptorNumber = -1
        freePlaces.append(place)
    }

    /// One iteration: waits until something is ready or CLOCK_MONOTONIC reaches `wakeAt` (nil: for as long as it
    /// takes), then tells the handlers of all that is ready.
    ///
    /// Returns how many events there were: 0 when the time has come, and when a signal handler has run before it,
    /// so look at the clock. A time in the past does not wait.
    @discardableResult
    public func iterate(wakeAt: Instant? = nil) throws(Errno) -> Int {
        // Never too short: the clock is rounded down to a microsecond.
        let count = try epoll.wait(timeout: wakeAt.map { $0 - MonotonicClock.now })
        for index in 0..<count {
            let event = epoll.event(at: index)
            let registration = Registration(number: event.data)
            guard isCurrent(registration) else { continue }
            // Held across the call, in which the handler may deregister itself.
            let handler = places[registration.place].handler
            handler?.handle(event.readiness, of: registration)
        }
        return count
    }

    private func isCurrent(_ registration: Registration) -> Bool {
        let place = registration.place
        return place < places.count && places[place].turn == registration.turn && places[place].handler != nil
    }
}
