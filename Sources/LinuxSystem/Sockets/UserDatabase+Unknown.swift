extension UserDatabase {
    /// A sentence for each account of a configuration's `[socket]` that this machine does not have: its `group`, and the
    /// users and `@groups` of `write`, by name or number.
    public static func unknownAccounts(group: String?, writers: [String]) -> [String] {
        var sentences: [String] = []
        if let group, !hasGroup(group) { sentences.append("there is no group '\(group)' here ('group' in [socket])") }
        for writer in writers {
            if writer.hasPrefix("@") {
                let name = String(writer.dropFirst())
                if !hasGroup(name) { sentences.append("there is no group '\(name)' here ('write' in [socket])") }
            } else if !hasUser(writer) {
                sentences.append("there is no user '\(writer)' here ('write' in [socket])")
            }
        }
        return sentences
    }

    private static func hasUser(_ name: String) -> Bool {
        UInt32(name) != nil || ((try? userNumber(named: name)) ?? nil) != nil
    }

    private static func hasGroup(_ name: String) -> Bool {
        UInt32(name) != nil || ((try? groupNumber(named: name)) ?? nil) != nil
    }
}
