internal import CLinux
internal import Glibc
internal import Synchronization
public import WheelCore

/// SCHED_FIFO for one thread, with a guard: if the thread runs too long without sleeping, it gets ordinary scheduling
/// again, so that it cannot block a processor. The guard is a signal handler, since a thread that hangs cannot check
/// itself.
public enum RealtimeScheduling {
    public enum Outcome: Hashable, Sendable {
        case granted
        /// The thread keeps ordinary scheduling. The error is usually `.notPermitted`: the process needs CAP_SYS_NICE
        /// or an RLIMIT_RTPRIO.
        case refused(Errno)
    }

    /// Requests SCHED_FIFO for the calling thread. Only one thread of the program may do this. Threads and processes
    /// that this thread starts have ordinary scheduling (SCHED_RESET_ON_FORK).
    ///
    /// When the thread has run for `longestRun` without sleeping (RLIMIT_RTTIME), the kernel sends SIGXCPU. The handler
    /// of the signal returns the thread to ordinary scheduling, which `consumeRevocation` reports. Then SCHED_FIFO may
    /// be requested again.
    public static func request(priority: Int32, longestRun: Interval) -> Outcome {
        // The handler is set before the limit, and the limit before real-time scheduling, so that the signal is never
        // without its handler.
        guardedThread.store(Thread.currentNumber, ordering: .sequentiallyConsistent)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = revokeRealtime
        action.sa_flags = SA_RESTART
        sigemptyset(&action.sa_mask)
        sigaction(SIGXCPU, &action, nil)
        SignalMask.unblock([.processorTimeLimit])
        do throws(Errno) {
            try limitRealtime(to: longestRun)
            var parameters = sched_param(sched_priority: priority)
            let policy = SCHED_FIFO | Int32(linux_sched_reset_on_fork)
            _ = try system { sched_setscheduler(0, policy, &parameters) }
            return .granted
        } catch {
            return .refused(error)
        }
    }

    /// Returns true once after the guard has returned the thread to ordinary scheduling.
    public static func consumeRevocation() -> Bool {
        guard revoked.load(ordering: .relaxed) else { return false }
        return revoked.exchange(false, ordering: .sequentiallyConsistent)
    }

    private static func limitRealtime(to longestRun: Interval) throws(Errno) {
        let resource = __rlimit_resource_t(UInt32(linux_rlimit_rttime))
        var limit = rlimit()
        _ = try system { getrlimit(resource, &limit) }
        // The hard limit, at which the kernel sends SIGKILL, is not changed.
        limit.rlim_cur = min(rlim_t(clamping: longestRun.microseconds), limit.rlim_max)
        _ = try system { setrlimit(resource, &limit) }
    }
}

/// The variables of the signal handler. The compiler initialises both statically, so that their first use takes no
/// lock.
private let guardedThread = Atomic<Int32>(0)
private let revoked = Atomic<Bool>(false)

/// The handler of SIGXCPU. The handler uses only atomics and one system call.
private func revokeRealtime(_ signal: Int32) {
    let before = errno
    var parameters = sched_param(sched_priority: 0)
    // The thread has the flag SCHED_RESET_ON_FORK. The policy includes the flag, because the kernel refuses to clear it
    // for a process without privileges.
    let policy = SCHED_OTHER | Int32(linux_sched_reset_on_fork)
    sched_setscheduler(guardedThread.load(ordering: .sequentiallyConsistent), policy, &parameters)
    revoked.store(true, ordering: .sequentiallyConsistent)
    errno = before
}
