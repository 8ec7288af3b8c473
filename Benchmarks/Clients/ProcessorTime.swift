import Glibc
import LinuxSystem

/// The processor time of a process, in user and kernel mode.
struct ProcessorTime {
    var microseconds: Int64

    init(of process: Int32) {
        microseconds = 0
        guard let bytes = try? Descriptor.open("/proc/\(process)/stat", .read).readAll() else { return }
        // Fields after the process name, which is in parentheses and may contain spaces: utime and stime are the 14th
        // and 15th.
        let text = String(decoding: bytes, as: UTF8.self)
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Int64(fields[11]), let kernel = Int64(fields[12]) else { return }
        microseconds = (user + kernel) * 1_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK)))
    }

    static func - (left: ProcessorTime, right: ProcessorTime) -> ProcessorTime {
        var difference = left
        difference.microseconds -= right.microseconds
        return difference
    }
}
