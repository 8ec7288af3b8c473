internal import Glibc

/// inotify(7): becomes readable when a watched file or the contents of a watched folder change.
public final class InotifyDescriptor {
    /// The kinds of change to watch for; each member is an IN_ flag.
    public struct Happening: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static var created: Happening { Happening(rawValue: UInt32(IN_CREATE)) }
        public static var deleted: Happening { Happening(rawValue: UInt32(IN_DELETE)) }
        /// A file that was open for writing was closed.
        public static var written: Happening { Happening(rawValue: UInt32(IN_CLOSE_WRITE)) }
        public static var movedIn: Happening { Happening(rawValue: UInt32(IN_MOVED_TO)) }
        public static var movedOut: Happening { Happening(rawValue: UInt32(IN_MOVED_FROM)) }
        /// The mode or owner has changed. udev changes both after the kernel has created a device's file.
        public static var attributesChanged: Happening { Happening(rawValue: UInt32(IN_ATTRIB)) }
    }

    public let descriptor: Descriptor
    /// The buffer for a read, large enough for at least one event with the longest name.
    private let buffer: UnsafeMutableRawBufferPointer

    public init() throws(Errno) {
        let flags = Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)
        descriptor = Descriptor(owning: try system { inotify_init1(flags) })
        // The buffer is allocated last, because `deinit` does not free it if the line above throws.
        buffer = .allocate(byteCount: 4096, alignment: 8)
    }

    deinit {
        buffer.deallocate()
    }

    /// inotify_add_watch(2). A second call for the same file replaces the watch.
    public func watch(_ path: String, for happening: Happening) throws(Errno) {
        let number = descriptor.number
        _ = try system { inotify_add_watch(number, path, happening.rawValue) }
    }

    /// Reads and discards all events, so that the descriptor is no longer readable.
    public func clear() throws(Errno) {
        do throws(Errno) {
            while true { _ = try descriptor.read(into: buffer) }
        } catch .wouldBlock {
            return
        }
    }
}
