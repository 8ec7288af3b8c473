internal import CLinux
internal import Glibc

/// A thread, pthread_create(3): joined, or left to itself when this goes away.
///
/// It takes no signals: those are for the thread that reads them, and for the guard of the real-time one.
public struct Thread: ~Copyable, Sendable {
    private let thread: pthread_t

    /// Starts it. The kernel shows the first 15 bytes of the name.
    public init(_ name: String, _ body: @escaping @Sendable () -> Void) throws(Errno) {
        // Blocked here for as long as it takes, since the new thread inherits it: there is no moment without.
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

    /// pthread_join(3): waits for its end.
    public consuming func join() {
        let thread = thread
        discard self
        let result = pthread_join(thread, nil)
        precondition(result == 0, "a thread cannot wait for itself")
    }

    /// gettid(2): the number by which the kernel knows the calling thread.
    public static var currentNumber: Int32 { linux_thread_id() }

    /// pthread_setname_np(3) of the calling thread.
    public static func nameCurrent(_ name: String) {
        // Fails only for what is longer than 15 bytes.
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

/// Not a closure literal: one in a context that is isolated to an actor would trap on another thread.
private func runThread(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let start else { return nil }
    let thread = Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue()
    Thread.nameCurrent(thread.name)
    thread.body()
    return nil
}
