internal import Glibc

/// inotify(7): what happens to files and in folders, as something to read.
public final class InotifyDescriptor {
    /// What happens; each member is an IN_ flag.
    public struct Happening: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static var created: Happening { Happening(rawValue: UInt32(IN_CREATE)) }
        public static var deleted: Happening { Happening(rawValue: UInt32(IN_DELETE)) }
        public static var movedIn: Happening { Happening(rawValue: UInt32(IN_MOVED_TO)) }
        public static var movedOut: Happening { Happening(rawValue: UInt32(IN_MOVED_FROM)) }
        /// Closed by someone who could write to it.
        public static var written: Happening { Happening(rawValue: UInt32(IN_CLOSE_WRITE)) }
        /// Mode or owner changed, as udev does after a device's file was created.
        public static var attributesChanged: Happening { Happening(rawValue: UInt32(IN_ATTRIB)) }
        /// The watched file or folder itself is gone.
        public static var selfDeleted: Happening { Happening(rawValue: UInt32(IN_DELETE_SELF)) }
        /// The watch has ended: it was removed, or what it watched is gone. Always told.
        public static var ended: Happening { Happening(rawValue: UInt32(IN_IGNORED)) }
        /// The kernel's queue was full and events were lost: look for oneself. Always told, of no watch.
        public static var overflowed: Happening { Happening(rawValue: UInt32(IN_Q_OVERFLOW)) }
    }

    /// Names one watch.
    public struct Watch: Hashable, Sendable {
        let number: Int32
    }

    public struct Event: Hashable, Sendable {
        public let watch: Watch
        public let happening: Happening
        /// Of the file in the watched folder; "" when it is about the watched file itself.
        public let name: String
    }

    public let descriptor: Descriptor
    /// At least one event with the longest name always fits.
    private let buffer: UnsafeMutableRawBufferPointer

    public init() throws(Errno) {
        let flags = Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)
        descriptor = Descriptor(owning: try system { inotify_init1(flags) })
        // Not before: where there is no descriptor, `deinit` frees nothing.
        buffer = .allocate(byteCount: 4096, alignment: 8)
    }

    deinit {
        buffer.deallocate()
    }

    /// inotify_add_watch(2). The same file again changes its watch.
    public func watch(_ path: String, for happening: Happening) throws(Errno) -> Watch {
        let number = descriptor.number
        return Watch(number: try system { inotify_add_watch(number, path, happening.rawValue) })
    }

    /// inotify_rm_watch(2).
    public func remove(_ watch: Watch) throws(Errno) {
        let number = descriptor.number
        _ = try system { inotify_rm_watch(number, watch.number) }
    }

    /// Calls for each event that has come.
    public func read(_ body: (Event) -> Void) throws(Errno) {
        while true {
            let count: Int
            do throws(Errno) {
                count = try descriptor.read(into: buffer)
            } catch .wouldBlock {
                return
            }
            var rest = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            while let event = Self.takeEvent(from: &rest) { body(event) }
        }
    }

    private static func takeEvent(from rest: inout UnsafeRawBufferPointer) -> Event? {
        // The C structure ends in a flexible array: what comes after it is the name, padded with NULs.
        let headerBytes = MemoryLayout<inotify_event>.size
        guard rest.count >= headerBytes else { return nil }
        let header = rest.loadUnaligned(as: inotify_event.self)
        let end = headerBytes + Int(header.len)
        guard end <= rest.count else { return nil }
        let name = String(decoding: rest[headerBytes..<end].prefix { $0 != 0 }, as: UTF8.self)
        rest = UnsafeRawBufferPointer(rebasing: rest[end...])
        return Event(watch: Watch(number: header.wd), happening: Happening(rawValue: header.mask), name: name)
    }
}
