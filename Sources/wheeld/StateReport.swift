import LinuxSystem

/// The parts of a state file that could not be restored. A file can have thousands of them, so only the first ones are
/// logged.
struct StateReport {
    let path: String
    private(set) var count = 0
    private(set) var first: [String] = []

    private static let most = 20

    mutating func add(_ sentence: String) {
        count += 1
        if first.count < Self.most { first.append(sentence) }
    }

    func publish(_ summary: String) {
        guard count > 0 else { return }
        Log.warning("state: \(path) \(summary)")
        for sentence in first { Log.warning("state: left out: \(sentence)") }
        if count > first.count { Log.warning("state: left out: \(count - first.count) more") }
    }
}
