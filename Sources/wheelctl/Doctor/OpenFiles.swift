import LinuxSystem

/// The processes that have a file open, from /proc. Root sees the files of all processes, other users only the files of
/// their own processes.
enum OpenFiles {
    struct Process: Equatable {
        var number: Int
        var name: String

        var words: String { "\(name) (process \(number))" }
    }

    static func users(of path: String) -> [Process] {
        processes { _, link in link == path }
    }

    /// The process that has requested this line of a chip. Kernels since 6.1 list the lines of a request in fdinfo. For
    /// a request through the older interface no lines are listed. Then the result is the process whose name is the
    /// line's consumer label.
    static func user(ofLine offset: UInt32, chip: String, consumer: String?) -> Process? {
        let sure = processes { file, link in
            guard link == "anon_inode:gpio-line", let text = NamedFile.text(file) else { return false }
            return holds(text, chip: chip, offset: offset)
        }
        if let process = sure.first { return process }
        let old = ["anon_inode:gpio-linehandle", "anon_inode:gpio-event"]
        return processes { _, link in old.contains(link) }.first { $0.name == consumer }
    }

    /// Whether the text of /proc/PID/fdinfo/FD describes a request that contains this line.
    static func holds(_ fdinfo: String, chip: String, offset: UInt32) -> Bool {
        let lines = fdinfo.split(separator: "\n").map { $0.split(separator: "\t") }
        return lines.contains { $0 == ["gpio-chip:", chip[...]] }
            && lines.contains { $0 == ["gpio-line:", "\(offset)"] }
    }

    /// Whether any user runs a program of this name. The kernel cuts names of processes after 15 characters.
    static func isRunning(_ program: String) -> Bool { others.contains { name(of: $0) == program } }

    /// The processes with a descriptor for which `isMeant` returns true. `fdinfo` is the path of the descriptor's
    /// description, and `link` is the file that the descriptor refers to.
    private static func processes(where isMeant: (_ fdinfo: String, _ link: String) -> Bool) -> [Process] {
        others.compactMap { number in
            let names = (try? Directory.names(in: "/proc/\(number)/fd")) ?? []
            let has = names.contains { name in
                guard let link = try? FilePath.destination(ofLink: "/proc/\(number)/fd/\(name)") else { return false }
                return isMeant("/proc/\(number)/fdinfo/\(name)", link)
            }
            return has ? Process(number: number, name: name(of: number) ?? "?") : nil
        }
    }

    /// The numbers of all other processes, sorted.
    private static var others: [Int] {
        let own = (try? FilePath.destination(ofLink: "/proc/self")) ?? ""
        return ((try? Directory.names(in: "/proc")) ?? []).compactMap { $0 == own ? nil : Int($0) }.sorted()
    }

    private static func name(of process: Int) -> String? { NamedFile.firstLine("/proc/\(process)/comm") }
}
