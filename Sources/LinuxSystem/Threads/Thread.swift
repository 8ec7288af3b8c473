internal import CLinux
internal import Glibc
public import WheelCore

/// A thread, pthread_create(3). `deinit` detaches it.
///
/// The thread blocks all signals. Another thread receives them, except SIGXCPU, which the real-time thread handles
/// (`RealtimeScheduling`).
public struct Thread: ~Copyable, Sendable {
    private let thread: pthread_t

    /// Starts the thread. A name of more than 15 bytes is shortened, because the kernel accepts no longer name.
    public init(_ name: String, _ body: @escaping @Sendable () -> Void) throws(Errno) {
        // The new thread inherits this mask, so that it blocks all signals from its start.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let start = Unmanaged.passRetained(ThreadStart(name: name, body: body))
        var created = pthread_t()
        do throws(Errno) {
            try returnedError { pthread_create(&created, nil, runThread, start.toOpaque()) }
        } catch {
            start.release()
            throw error
        }
        thread = created
    }

    deinit {
        pthread_detach(thread)
    }

    /// pthread_join(3)
    public consuming func join() {
        let thread = thread
        discard self
        let result = pthread_join(thread, nil)
        precondition(result == 0, "a thread cannot wait for itself")
    }

    /// gettid(2): the kernel's number of the calling thread.
    public static var currentNumber: Int32 { linux_thread_id() }

    /// CLOCK_THREAD_CPUTIME_ID: the processor time of the calling thread. Reading this clock needs a system call.
    public static var processorTime: Interval {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Interval(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// getrusage(2): how often the calling thread has slept, as in a wait for a descriptor that was not ready.
    static var sleepCount: Int { linux_thread_sleeps() }

    /// setpriority(2) of the calling thread, so that other threads run first.
    public static func lowerPriority() {
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(linux_thread_id()), 10)
    }

    /// pthread_setname_np(3) of the calling thread.
    public static func nameCurrent(_ name: String) {
        // The call fails only for a name of more than 15 bytes, which `shortened` prevents.
        linux_set_thread_name(pthread_self(), shortened(name))
    }

    private static func shortened(_ name: String) -> String {
        var short = Substring(name)
        while short.utf8.count > 15 { short.removeLast() }
        return String(short)
    }
}

private final class ThreadStart {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

/// This is a function, not a closure literal: a closure that is written in code isolated to an actor traps when another
/// thread calls it.
private func runThread(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let start else { return nil }
    let thread = Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue()
    Thread.nameCurrent(thread.name)
    thread.body()
    return nil
}
