internal import Glibc

extension Descriptor {
    /// fcntl(2) with F_DUPFD_CLOEXEC, for the descriptor of a C library that closes it when it likes.
    public static func duplicate(of number: Int32) throws(Errno) -> Descriptor {
        Descriptor(owning: try system { fcntl(number, F_DUPFD_CLOEXEC, 3) })
    }
}
