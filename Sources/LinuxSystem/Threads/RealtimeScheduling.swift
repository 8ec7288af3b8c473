internal import CLinux
internal import Glibc
internal import Synchronization
public import WheelCore

/// SCHED_FIFO for one thread, with a guard: a thread that runs too long without sleeping gets ordinary scheduling
/// again, so that it cannot block a processor. The guard is a signal handler, since a thread that hangs does nothing else.
public enum RealtimeScheduling {
    public enum Outcome: Hashable, Sendable {
        case granted
        /// Usually `.notPermitted`: it takes CAP_SYS_NICE or an RLIMIT_RTPRIO. The thread keeps ordinary scheduling.
        case refused(Errno)
    }

    /// Requests it for the calling thread. Only one thread may do so. Threads and processes that it starts have
    /// ordinary scheduling (SCHED_RESET_ON_FORK).
    ///
    /// When the thread has run for `longestRun` without sleeping (RLIMIT_RTTIME), the kernel sends SIGXCPU. Its handler
    /// returns the thread to ordinary scheduling, which `consumeRevocation` reports. It may be requested again.
    public static func request(priority: Int32, longestRun: Interval) -> Outcome {
        // The order matters: the handler, then the limit, then real-time scheduling.
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

    /// Returns true once after the guard has acted.
    public static func consumeRevocation() -> Bool {
        guard revoked.load(ordering: .relaxed) else { return false }
        return revoked.exchange(false, ordering: .sequentiallyConsistent)
    }

    private static func limitRealtime(to longestRun: Interval) throws(Errno) {
        let resource = __rlimit_resource_t(UInt32(linux_rlimit_rttime))
        var limit = rlimit()
        _ = try system { getrlimit(resource, &limit) }
        // The hard limit stays: there the kernel sends SIGKILL.
        limit.rlim_cur = min(rlim_t(clamping: longestRun.microseconds), limit.rlim_max)
        _ = try system { setrlimit(resource, &limit) }
    }
}

/// Used by the signal handler. The compiler initialises both statically, so that their first use takes no lock.
private let guardedThread = Atomic<Int32>(0)
private let revoked = Atomic<Bool>(false)

/// The handler of SIGXCPU: only atomics and one system call.
private func revokeRealtime(_ signal: Int32) {
    let before = errno
    var parameters = sched_param(sched_priority: 0)
    // Without this flag the kernel would refuse the call to a process without privileges.
    let policy = SCHED_OTHER | Int32(linux_sched_reset_on_fork)
    sched_setscheduler(guardedThread.load(ordering: .sequentiallyConsistent), policy, &parameters)
    revoked.store(true, ordering: .sequentiallyConsistent)
    errno = before
}
