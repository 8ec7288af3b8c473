import Glibc

/// Looks for a case that breaks a property: `body` says what was wrong with one case, or nil. Ends at the first
/// such case and tells it, or gives nil where all cases hold, so that a test reads `#expect(counterexample(…) == nil)`.
///
/// The seed is fixed, so that a run can be repeated, and printed. `TEST_SEED=N` in the environment tries another.
public func counterexample(
    _ name: String, seed: UInt64, cases: Int = 10_000, _ body: (inout SeededGenerator) -> String?
) -> String? {
    let chosen = getenv("TEST_SEED").flatMap { UInt64(String(cString: $0)) } ?? seed
    print("property \"\(name)\": seed \(chosen), \(cases) cases")
    var seeds = SeededGenerator(seed: chosen)
    for number in 0..<cases {
        var generator = SeededGenerator(seed: seeds.next())
        if let problem = body(&generator) { return "\(name), seed \(chosen), case \(number): \(problem)" }
    }
    return nil
}
