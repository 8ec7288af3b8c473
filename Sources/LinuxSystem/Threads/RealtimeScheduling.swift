internal import CLinux
internal import Glibc
internal import Synchronization
public import WheelGeometry

/// SCHED_FIFO for one thread, with a guard: a thread that no longer sleeps is put back among the others, instead of
/// taking a processor from everybody.
public enum RealtimeScheduling {
    public enum Outcome: Hashable, Sendable {
        case granted
        /// As a rule `.notPermitted`: without CAP_SYS_NICE or an RLIMIT_RTPRIO. It goes on as an ordinary thread.
        case refused(Errno)
    }

    /// Asks for the calling thread, which must be the only one that does. What it starts is ordinary
    /// (SCHED_RESET_ON_FORK).
    ///
    /// When it has run for `longestRun` without sleeping (RLIMIT_RTTIME), the kernel sends SIGXCPU, whose
    /// handler makes it ordinary for good; `takeRevocation` tells.
    public static func request(priority: Int32, longestRun: Interval) -> Outcome {
        // The handler is in place before the limit is, and the limit before there is anything to be guarded.
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

    /// True once after the guard has acted.
    public static func takeRevocation() -> Bool {
        guard revoked.load(ordering: .relaxed) else { return false }
        return revoked.exchange(false, ordering: .sequentiallyConsistent)
    }

    private static func limitRealtime(to longestRun: Interval) throws(Errno) {
        let resource = __rlimit_resource_t(UInt32(linux_rlimit_rttime))
        var limit = rlimit()
        _ = try system { getrlimit(resource, &limit) }
        // The hard limit stays: at that the kernel kills.
        limit.rlim_cur = min(rlim_t(clamping: longestRun.microseconds), limit.rlim_max)
        _ = try system { setrlimit(resource, &limit) }
    }
}

/// Read by the signal handler; both are constants for the compiler, so there is no first use that would take a lock.
private let guardedThread = Atomic<Int32>(0)
private let revoked = Atomic<Bool>(false)

/// Runs as the handler of SIGXCPU: nothing but atomics and one system call.
private func revokeRealtime(_ signal: Int32) {
    let before = errno
    var parameters = sched_param(sched_priority: 0)
    // Without the flag again the kernel would refuse it to a process without privileges.
    let policy = SCHED_OTHER | Int32(linux_sched_reset_on_fork)
    sched_setscheduler(guardedThread.load(ordering: .sequentiallyConsistent), policy, &parameters)
    revoked.store(true, ordering: .sequentiallyConsistent)
    errno = before
}
