internal import CLinux
internal import Glibc

/// Another program that ends when this program ends. The other program has its own process group, so Ctrl-C and Ctrl-Z
/// of the terminal do not reach it.
public final class BoundProcess {
    /// The reading end of the program's standard output and error. A read never blocks.
    public let output: Descriptor
    private let number: pid_t
    private var ended: Int32?

    /// Starts the program. The kernel sends it SIGTERM when the calling thread ends, for whatever reason.
    public init(_ path: String, _ words: [String]) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        _ = try naming("make a pipe for", path) { () throws(Errno) in try system { linux_pipe2(&ends, O_CLOEXEC) } }
        output = Descriptor(owning: ends[0])
        let writing = Descriptor(owning: ends[1])
        let arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        number = arguments.withUnsafeBufferPointer { words in
            words.baseAddress.map { linux_start_bound(path, $0, writing.number, SIGTERM) } ?? -1
        }
        guard number > 0 else { throw SystemError("start", path, Errno.last) }
        try naming("read the output of", path) { () throws(Errno) in try output.setNonBlocking() }
    }

    /// Sends a signal, unless the process has ended.
    public func send(_ signal: Signal) { if status == nil { kill(number, signal.rawValue) } }

    /// Ends the process at once.
    public func end() { if status == nil { kill(number, SIGKILL) } }

    /// The exit status once the process has ended, as a shell reports it: 128 plus the signal's number after a signal.
    /// `nil` while the process runs.
    public var status: Int32? {
        if ended == nil {
            var word: Int32 = 0
            if waitpid(number, &word, WNOHANG) == number {
                ended = word & 0x7f == 0 ? word >> 8 & 0xff : 128 + word & 0x7f
            }
        }
        return ended
    }
}
