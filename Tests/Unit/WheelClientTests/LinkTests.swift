import LinuxSystem
import Testing
import WheelCore

@testable import WheelClient

@Suite struct LinkTests {
    /// The log must not name an old reason when another one prevents the connection.
    @Test func eachNewReasonOfAnAbsenceIsTold() throws {
        let path = "/tmp/wheel-link-\(UInt32.random(in: .min ... .max)).sock"
        let backoff = Backoff(first: .milliseconds(1), longest: .milliseconds(1))
        let loop = try EventLoop()
        let link = Link(socket: path, loop: loop, backoff: backoff)

        /// The reports during the next attempts. `serve` is called between the attempts.
        func told(_ serve: () throws -> Void = {}) throws -> [String] {
            var told: [String] = []
            var (turns, deadline) = (0, link.deadline)
            while turns < 6 {
                if case .disconnected(let error)? = link.next() { told.append("\(error)") }
                try serve()
                try loop.iterate(wakeAt: .distantPast)
                if link.deadline != deadline { (turns, deadline) = (turns + 1, link.deadline) }
            }
            return told
        }

        #expect(try told() == ["\(path): no daemon answers (\(Errno.noSuchFile))"])
        do {
            let other = try UnixListener.bind(path, permissions: 0o600)
            let answers = try told {
                guard let connection = try other.accept() else { return }
                _ = try Array("{}\n".utf8).withUnsafeBytes { try connection.send($0) }
            }
            #expect(answers.count == 1 && answers[0].contains("cannot be understood"), "\(answers)")
        }
        // The listener has removed its socket file, so there is a new reason.
        #expect(try told().last == "\(path): no daemon answers (\(Errno.noSuchFile))")
    }
}
