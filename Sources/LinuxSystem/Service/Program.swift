internal import CLinux
internal import Glibc

/// Functions on this program: its arguments, its exit and the memory of its machine code.
public enum Program {
    /// The words of the command line, starting with the program's name.
    private static let words = (0..<linux_argument_count()).map { index in
        linux_argument(index).map { String(cString: $0) } ?? ""
    }

    static var name: String? { words.first.map(FilePath.name) }

    /// The words of the command line without the program's name.
    ///
    /// Ends the program if even the name is missing: the arguments are unknown then, and the program would do something
    /// that the user has not asked for.
    public static var arguments: [String] {
        guard !words.isEmpty else {
            StandardError.say("the command line is empty: it has not even the program's name")
            exit(2)
        }
        return Array(words.dropFirst())
    }

    /// exit(3).
    public static func exit(_ status: Int32) -> Never { Glibc.exit(status) }

    /// mallopt(3): memory of a mebibyte or more, such as the picture of a screen, is returned to the kernel when it is
    /// freed. By default, glibc does so only the first time. Later it takes such memory from its heap, where the freed
    /// memory stays as a hole.
    public static func returnLargeMemory() { _ = mallopt(M_MMAP_THRESHOLD, 1 << 20) }

    /// Unmaps the pages of all code, madvise(2) with MADV_DONTNEED. Code that only the start needed stays unmapped;
    /// other code is mapped again from the page cache when it runs. Code pages are never written, so nothing is lost,
    /// except a debugger's breakpoints.
    public static func releaseStartupCode() {
        guard let maps = try? Descriptor.open("/proc/self/maps", .read), let bytes = try? maps.readAll() else { return }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // A line is, for example, `5581e000-5585f000 r-xp 00010000 fe:01 1234  /usr/sbin/wheeld`.
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5, omittingEmptySubsequences: true)
            guard words.count == 6, words[1].elementsEqual("r-xp".utf8), words[5].contains(UInt8(ascii: "/")) else {
                continue
            }
            let ends = words[0].split(separator: UInt8(ascii: "-")).map {
                UInt(String(decoding: $0, as: UTF8.self), radix: 16)
            }
            guard ends.count == 2, let start = ends[0], let end = ends[1] else { continue }
            madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
        }
    }
}
