internal import Glibc
public import WheelCore

/// Handles the events of the descriptors that are registered with it. One handler may have several registrations.
public protocol EventHandler: AnyObject {
    /// Called on the loop's thread when the descriptor is ready. The handler may add, change and deregister any
    /// registration, including its own.
    func handle(_ readiness: Readiness, of registration: Registration)
}

/// One registration of a descriptor with an `EventLoop`. Registering the descriptor again gives a different
/// registration.
public struct Registration: Hashable, Sendable {
    /// Low half: the index of an entry in the loop's table. High half: how often this entry was used before.
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

/// Waits for descriptors and for a deadline, and calls the handlers. Use a loop only on the thread that created it.
///
/// The difficulty is a handler that deregisters other descriptors. For example, descriptors 5 and 7 are ready at the
/// same time. The handler of 5 closes 7 and opens a new connection, to which the kernel gives the number 7 again. The
/// event of the old descriptor 7 is still in the buffer, and must not reach the handler of the new connection. So
/// epoll's data is not a descriptor but the number of a registration: the index of its entry in a table, and how often
/// that entry was used before. Even if the new registration uses the same entry, it has a new number, so the old event
/// is dropped.
///
/// A descriptor must be deregistered before it is closed. Otherwise, if a duplicate is still open, for example in a
/// child process, the closed descriptor stays in the epoll set, and its events wake the loop for ever.
///
/// An iteration allocates nothing and makes one system call, apart from the handlers' calls and the rare checks for
/// `longestRun`. Where the kernel has no vDSO, a reading of the clock is another system call, so the loop reads the
/// clock as rarely as possible.
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
    private var hasEnded = false
    /// When the loop last checked how often its thread has slept, and the number of sleeps at that time.
    private var lastLook = MonotonicClock.now
    private var lastSleeps = 0
    /// After running for this long without a sleep, the loop sleeps for a moment; `nil`: never. Without this pause, a
    /// thread whose descriptors are always ready would never sleep, and would lose its real-time scheduling
    /// (`RealtimeScheduling`).
    public var longestRun: Interval?

    public init(eventsPerIteration: Int = 256) throws(Errno) {
        epoll = try Epoll(capacity: eventsPerIteration)
    }

    /// Watches a descriptor, level-triggered. The loop retains the handler until `deregister`.
    ///
    /// Throws `.notPermitted` for a regular file: epoll refuses it because it is always ready.
    public func register(
        _ descriptor: borrowing Descriptor, for interest: Readiness, _ handler: any EventHandler
    ) throws(Errno) -> Registration {
        try register(descriptorNumber: descriptor.number, for: interest, handler)
    }

    /// Watches a descriptor that a C library owns.
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

    /// Releases all handlers, for a program that continues without this loop. Many handlers retain the loop, so without
    /// this call neither the handlers nor the loop would ever be released. A later `deregister` has no effect.
    public func end() {
        hasEnded = true
        let released = places
        places = []
        withExtendedLifetime(released) {}
    }

    /// Changes the watched conditions. Makes no system call if the conditions stay the same.
    public func change(_ registration: Registration, to interest: Readiness) throws(Errno) {
        if hasEnded { return }
        precondition(isCurrent(registration), "a registration is changed after it was deregistered")
        let place = registration.place
        guard places[place].interest != interest else { return }
        try epoll.modify(places[place].descriptorNumber, interest, data: registration.number)
        places[place].interest = interest
    }

    /// Ends the watch and releases the handler. The descriptor must still be open. Events of this registration that the
    /// current iteration has not handled yet are dropped.
    public func deregister(_ registration: Registration) {
        if hasEnded { return }
        precondition(isCurrent(registration), "a registration is deregistered twice")
        let place = registration.place
        do throws(Errno) {
            try epoll.remove(places[place].descriptorNumber)
        } catch {
            // The only possible errors are ENOENT and EBADF.
            preconditionFailure("a descriptor is closed before it is deregistered: \(error)")
        }
        // Events of the ended registration have the old `turn`, by which they are recognised and dropped.
        places[place].turn &+= 1
        places[place].handler = nil
        places[place].descriptorNumber = -1
        freePlaces.append(place)
    }

    /// Waits until a descriptor is ready or `wakeAt` is reached (nil: without a deadline), then calls the handler of
    /// each ready descriptor. The loop does not wait if `wakeAt` is in the past.
    ///
    /// `now`: the present time, if the caller has read the clock already. Returns the number of events. 0 means that
    /// `wakeAt` is reached or that a signal handler has run, so that the caller has to look at the clock.
    @discardableResult
    public func iterate(wakeAt: Instant? = nil, at now: Instant = MonotonicClock.now) throws(Errno) -> Int {
        pauseIfDue(at: now)
        // `now` is rounded down to a microsecond, so the timeout is never too short.
        let count = try epoll.wait(timeout: wakeAt.map { $0 - now })
        for index in 0..<count {
            let event = epoll.event(at: index)
            let registration = Registration(number: event.data)
            guard isCurrent(registration) else { continue }
            // The handler is retained during the call, because it may deregister itself.
            let handler = places[registration.place].handler
            handler?.handle(event.readiness, of: registration)
        }
        return count
    }

    /// Checks after each half of `longestRun` whether the thread has slept since the last check. If not, sleeps for a
    /// moment. A sleep directly after one check satisfies the next check, so two sleeps are at most about `longestRun`
    /// apart.
    private func pauseIfDue(at now: Instant) {
        guard let longestRun, now - lastLook > Interval(microseconds: longestRun.microseconds / 2) else { return }
        let sleeps = Thread.sleepCount
        if sleeps == lastSleeps { usleep(EventLoop.pauseMicroseconds) }
        (lastLook, lastSleeps) = (now, sleeps)
    }

    private static let pauseMicroseconds: UInt32 = 50

    private func isCurrent(_ registration: Registration) -> Bool {
        let place = registration.place
        return place < places.count && places[place].turn == registration.turn && places[place].handler != nil
    }
}
