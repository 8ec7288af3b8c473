internal import CLinux
internal import Glibc

extension Descriptor {
    /// socket(2) for AF_UNIX, close-on-exec.
    static func unixSocket(_ type: __socket_type, nonBlocking: Bool) throws(Errno) -> Descriptor {
        let flags = Int32(type.rawValue | SOCK_CLOEXEC.rawValue | (nonBlocking ? SOCK_NONBLOCK.rawValue : 0))
        return Descriptor(owning: try system { socket(AF_UNIX, flags, 0) })
    }

    /// getsockopt(2) for an option of SOL_SOCKET that is an int.
    borrowing func socketOption(_ option: Int32) throws(Errno) -> Int32 {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let number = number
        _ = try system { getsockopt(number, SOL_SOCKET, option, &value, &length) }
        return value
    }

    /// setsockopt(2) for an option of SOL_SOCKET that is an int.
    borrowing func setSocketOption(_ option: Int32, _ value: Int32) throws(Errno) {
        var value = value
        let number = number
        _ = try system { setsockopt(number, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Int32>.size)) }
    }
}
