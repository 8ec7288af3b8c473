import Glibc

/// Searches for a case that violates a property. `body` runs a case and returns what was wrong, or nil. Returns the
/// text of the first violation, or nil if there is none, so that a test reads `#expect(counterexample(…) == nil)`.
///
/// The seed is fixed and printed, so that a run can be repeated. `TEST_SEED=N` in the environment sets another seed.
public func counterexample(
    _ name: String, seed: UInt64, cases: Int = 10_000, _ body: (inout SeededGenerator) throws -> String?
) rethrows -> String? {
    let chosen = getenv("TEST_SEED").flatMap { UInt64(String(cString: $0)) } ?? seed
    print("property \"\(name)\": seed \(chosen), \(cases) cases")
    var seeds = SeededGenerator(seed: chosen)
    for number in 0..<cases {
        var generator = SeededGenerator(seed: seeds.next())
        if let problem = try body(&generator) { return "\(name), seed \(chosen), case \(number): \(problem)" }
    }
    return nil
}
