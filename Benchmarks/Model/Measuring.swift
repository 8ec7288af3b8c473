import AllocationCount
import Glibc

/// Operations per round: the only argument. A small number is enough for counting instructions.
let operations = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 100_000 : 100_000
private let rounds = 21

/// The median time of an operation over the rounds, and the allocations of one whole round after the first.
func measure(_ round: () -> Void) -> (nanoseconds: Double, allocations: UInt) {
    round()
    let before = allocation_count()
    round()
    let allocations = allocation_count() - before
    var times: [Double] = []
    for _ in 0..<rounds {
        let start = now()
        round()
        times.append((now() - start) / Double(operations))
    }
    return (times.sorted()[rounds / 2], allocations)
}

/// The processor time of this thread in nanoseconds, which excludes other programs.
private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
