extension Request {
    /// Names of members that were sent and that this request does not have, shortened; the first sixteen, since a line can
    /// hold thousands.
    func ignored(of members: JSONObject) -> [String] {
        let known = memberNames
        let unknown = members.members.lazy.filter { member in
            member.value != .null && member.name != "op" && member.name != "id" && !known.contains(member.name)
        }
        return unknown.prefix(16).map(\.name.clipped)
    }

    /// The members that a request may have besides `op` and `id`.
    private var memberNames: [String] {
        switch self {
        case .list, .screenshot, .stats, .ping: []
        case .get, .reset, .commit, .pauseRamp, .resumeRamp, .cancelRamp: ["control"]
        case .set: ["control", "value", "commit", "unless"]
        case .setAll: ["values", "commit", "unless"]
        case .turn: ["control", "detents", "speed"]
        case .step: ["control", "count"]
        case .speed: ["control", "speed"]
        case .focus: ["input", "control"]
        case .page: ["page"]
        case .lock: ["locked"]
        case .toggle, .select: ["control", "position"]
        case .ramp: ["control", "to", "by", "from", "duration_s", "curve", "hold"]
        case .namedRamp: ["ramp"]
        case .scrubRamp: ["control", "fraction"]
        case .subscribe: ["controls", "events", "interval_ms", "text"]
        case .logLevel: ["level"]
        }
    }
}
