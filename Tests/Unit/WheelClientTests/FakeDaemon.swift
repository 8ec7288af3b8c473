import LinuxSystem
import Synchronization

@testable import WheelClient

/// A fake daemon at a socket of its own. It sends the lines of the test, and keeps the lines that it receives.
///
/// The daemon polls every millisecond, which is fast enough for a test.
final class FakeDaemon: Sendable {
    let path: String
    private let door: Mutex<Door?>

    init() throws {
        path = "/tmp/wheel-client-\(UInt32.random(in: .min ... .max)).sock"
        door = Mutex(try Door(path))
    }

    deinit {
        close()
    }

    /// An event `frame` with a part of a picture.
    static func frame(_ more: String = "") -> String {
        #"{"event":"frame","seq":1,"time":1.5,"display":"panel","x":0,"y":0,"width":1,"height":1\#(more),"png":""}"#
    }

    /// Closes everything, like a daemon that exits.
    func close() { door.withLock { $0 = nil } }

    /// Starts again at the same path.
    func open() throws { try door.withLock { $0 = try Door(path) } }

    func accept() async throws -> Guest {
        while true {
            let guest = try door.withLock { try $0?.guest() }
            if let guest { return guest }
            try await Task.sleep(nanoseconds: 1_000_000)
        }
    }

    private final class Door: Sendable {
        private let listener: UnixListener

        init(_ path: String) throws {
            listener = try UnixListener.bind(path, permissions: 0o600)
        }

        func guest() throws -> Guest? {
            guard let connection = try listener.accept() else { return nil }
            return Guest(connection)
        }
    }

    /// The daemon's end of a connection.
    final class Guest: Sendable {
        private let connection: UnixConnection
        private let assembler = Mutex(BoundedLines(longest: 1 << 20))

        init(_ connection: consuming UnixConnection) {
            self.connection = connection
        }

        func say(_ line: String) throws {
            _ = try Array((line + "\n").utf8).withUnsafeBytes { bytes in try connection.send(bytes) }
        }

        func greet(instance: String = "one") throws {
            try say(
                #"{"event":"hello","protocol":1,"version":"0","instance":"\#(instance)","client":1,"seq":0,"#
                    + #""clock":{"monotonic":1,"realtime":2},"page":null,"locked":false,"controls":[],"inputs":[]}"#)
        }

        /// The next line from the client; `nil` at the end of the connection.
        func hear() async throws -> String? {
            while true {
                let line = assembler.withLock { $0.next() }
                if case .text(let bytes)? = line { return String(decoding: bytes, as: UTF8.self) }
                let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
                defer { buffer.deallocate() }
                switch try connection.receive(into: buffer) {
                case .bytes(let count):
                    assembler.withLock { $0.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
                case .ended: return nil
                case .wouldBlock: try await Task.sleep(nanoseconds: 1_000_000)
                }
            }
        }
    }
}

extension Backoff {
    /// Short pauses, so that a test does not wait long.
    static let quick = Backoff(first: .seconds(0.005), longest: .seconds(0.01))
}
