import LinuxSystem

/// What of a state file could not be taken over, for the log. A file can hold thousands of such things, and the log is
/// for people.
struct StateReport {
    private let path: String
    private(set) var count = 0
    private var first: [String] = []

    private static let most = 20

    init(_ path: String) {
        self.path = path
    }

    mutating func add(_ sentence: String) {
        count += 1
        if first.count < Self.most { first.append(sentence) }
    }

    /// Logs the summary, then what was left out. Logs nothing where nothing was left out.
    func tell(_ summary: String) {
        guard count > 0 else { return }
        Log.warning("state: \(path) \(summary)")
        for sentence in first { Log.warning("state: left out: \(sentence)") }
        if count > first.count { Log.warning("state: left out: \(count - first.count) more") }
    }
}
