import LinuxSystem

/// Which processes have what open, as far as /proc tells who asks: root is told all, others their own.
enum OpenFiles {
    struct Process: Equatable {
        var number: Int
        var name: String

        var words: String { "\(name) (process \(number))" }
    }

    /// Those that have a file open, such as a device.
    static func users(of path: String) -> [Process] {
        processes { _, link in link == path }
    }

    /// Who has this line of a chip. Kernels since 6.1 say what a request holds; of one through the older interface only
    /// the program is known, and its name is mostly what it gave as the line's consumer.
    static func user(ofLine offset: UInt32, chip: String, consumer: String?) -> Process? {
        let sure = processes { file, link in
            guard link == "anon_inode:gpio-line", let text = TextFile.read(file) else { return false }
            return holds(text, chip: chip, offset: offset)
        }
        if let process = sure.first { return process }
        let old = ["anon_inode:gpio-linehandle", "anon_inode:gpio-event"]
        return processes { _, link in old.contains(link) }.first { $0.name == consumer }
    }

    /// Whether a request for lines, as /proc/PID/fdinfo describes it, has this one.
    static func holds(_ fdinfo: String, chip: String, offset: UInt32) -> Bool {
        let lines = fdinfo.split(separator: "\n").map { $0.split(separator: "\t") }
        return lines.contains { $0 == ["gpio-chip:", chip[...]] }
            && lines.contains { $0 == ["gpio-line:", "\(offset)"] }
    }

    /// The processes that have a descriptor of which this holds, by its place in fdinfo and by what it is open on.
    private static func processes(where isMeant: (_ fdinfo: String, _ link: String) -> Bool) -> [Process] {
        let own = (try? FilePath.destination(ofLink: "/proc/self")) ?? ""
        let numbers = ((try? Directory.names(in: "/proc")) ?? []).compactMap { $0 == own ? nil : Int($0) }
        return numbers.sorted().compactMap { number in
            let names = (try? Directory.names(in: "/proc/\(number)/fd")) ?? []
            let has = names.contains { name in
                guard let link = try? FilePath.destination(ofLink: "/proc/\(number)/fd/\(name)") else { return false }
                return isMeant("/proc/\(number)/fdinfo/\(name)", link)
            }
            return has ? Process(number: number, name: TextFile.line("/proc/\(number)/comm") ?? "?") : nil
        }
    }
}
