import LinuxSystem
import WheelCore

/// The socket of a connection with a broker, watched by the loop.
final class MQTTWire {
    let handle: MQTTHandle
    private let loop: EventLoop
    /// A duplicate of the library's descriptor: the library closes its own descriptor after an error, and the loop must
    /// not watch a closed descriptor.
    private let descriptor: Descriptor
    private let registration: Registration
    private var watchesWriting = false
    private var isReadable = true
    /// The time at which the library must next check whether to send a keepalive, and whether the broker still answers.
    private var lookAt: Instant

    private let looking: Interval

    init(
        _ handle: MQTTHandle, keepAlive: Interval, _ loop: EventLoop, _ handler: any EventHandler
    ) throws(SystemError) {
        self.handle = handle
        self.loop = loop
        looking = Interval(microseconds: keepAlive.microseconds / 3)
        lookAt = MonotonicClock.now + looking
        do throws(Errno) {
            descriptor = try Descriptor.duplicate(of: handle.descriptorNumber)
        } catch {
            throw SystemError("watch", "the broker", error)
        }
        do throws(Errno) {
            registration = try loop.register(descriptor, for: .readable, handler)
        } catch {
            throw SystemError("watch", "the broker", error)
        }
    }

    deinit { loop.deregister(registration) }

    /// Records that the loop has found the socket ready.
    func record(_ readiness: Readiness) { isReadable = isReadable || readiness.callsForRead }

    /// Reads a limited number of packets, and writes as much as possible. Returns the reason if the connection is over,
    /// else `nil`.
    func work(at now: Instant) -> String? {
        if isReadable {
            isReadable = false
            if let reason = handle.read() { return reason }
        }
        if handle.wantsWrite, let reason = handle.write() { return reason }
        guard now >= lookAt else { return nil }
        lookAt = now + looking
        return handle.keepAlive()
    }

    /// Watches the socket for the readiness that the library needs, and returns the latest time for the next call of
    /// `work`.
    func prepareToWait() -> Instant {
        if handle.wantsWrite != watchesWriting {
            watchesWriting.toggle()
            try? loop.change(registration, to: watchesWriting ? [.readable, .writable] : .readable)
        }
        return lookAt
    }
}
