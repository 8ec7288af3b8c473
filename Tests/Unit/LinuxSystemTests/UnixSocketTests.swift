import Glibc
import Synchronization
import Testing

@testable import LinuxSystem

@Suite struct UnixSocketTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.file("wheeld.sock") }

    @Test func connectsAndCarriesBytesBothWays() throws {
        let listener = try UnixListener.bind(path, permissions: 0o660)
        #expect(try accept(listener) == nil)
        let client = try UnixConnection.connect(to: path)
        guard let server = try listener.accept() else {
            Issue.record("nobody to accept")
            return
        }
        #expect(try server.text() == nil)
        #expect(try client.send("ping\n") == .bytes(5))
        #expect(try server.text() == "ping\n")
        #expect(try server.send("pong\n") == .bytes(5))
        #expect(try client.text() == "pong\n")

        shutdown(client.descriptor.number, Int32(SHUT_WR))
        #expect(try server.text() == "")
        #expect(fcntl(server.descriptor.number, F_GETFD) == FD_CLOEXEC)
        #expect(fcntl(server.descriptor.number, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(client.descriptor.number, F_GETFL) & O_NONBLOCK != 0)
    }

    @Test func reportsAFullBufferAndAClosedPeer() throws {
        let pair = try DescriptorPair.sockets()
        let connection = UnixConnection(try pair.first.duplicate())
        try connection.setSendBuffer(bytes: 4096)
        #expect(try connection.descriptor.socketOption(SO_SNDBUF) == 8192)
        let line = String(repeating: "x", count: 160)
        var lines = 0
        while try connection.send(line) != .wouldBlock { lines += 1 }
        #expect((6...20).contains(lines), "\(lines)")
        try pair.takeSecond().close()
        // The other end is closed: `send` throws, and SIGPIPE does not end the process.
        #expect(throws: Errno.brokenPipe) { _ = try connection.send(line) }
    }

    @Test(arguments: [0o600, 0o660, 0o666, 0o606] as [UInt32])
    func bindsWithTheModeDespiteTheUmask(permissions: UInt32) throws {
        let listener = try UnixListener.bind(path, permissions: permissions)
        let status = try FileStatus(path: path)
        #expect(status.kind == .socket)
        #expect(status.permissions == permissions)
        #expect(listener.path == path)
    }

    @Test(.enabled(if: UserDatabase.ownUserNumber == 0, "needs root to give a file away"))
    func bindsWithTheGroup() throws {
        let listener = try UnixListener.bind(path, permissions: 0o660, group: 4711)
        #expect(try FileStatus(path: path).group == 4711)
        #expect(try FileStatus(path: path).user == 0)
        #expect(listener.path == path)
    }

    @Test func removesItsSocketAtTheEnd() throws {
        do {
            let listener = try UnixListener.bind(path, permissions: 0o600)
            #expect(listener.path == path)
            #expect(try folder.names() == ["wheeld.sock"])
        }
        #expect(try folder.names() == [])
    }

    /// Another daemon has replaced the socket by its own.
    @Test func keepsASocketOfAnotherDaemonAtTheEnd() throws {
        var first: UnixListener? = try UnixListener.bind(path, permissions: 0o600)
        unlink(path)
        let second = try UnixListener.bind(path, permissions: 0o600)
        _ = first.take()
        #expect(second.path == path)
        #expect(try folder.names() == ["wheeld.sock"])
        _ = try UnixConnection.connect(to: path).release()
    }

    @Test func replacesADeadSocket() throws {
        try makeDeadSocket()
        #expect(throws: SystemError("connect", path, .connectionRefused)) {
            _ = try UnixConnection.connect(to: path).release()
        }
        let listener = try UnixListener.bind(path, permissions: 0o600)
        close(try UnixConnection.connect(to: path).release())
        #expect(listener.path == path)
    }

    @Test func refusesToReplaceASocketInUse() throws {
        let first = try UnixListener.bind(path, permissions: 0o600, backlog: 1)
        let inUse = SystemError("bind", path, .addressInUse, explanation: "another process listens on it")
        // The first attempts find a free place in the listener's backlog, the later ones find it full. All get the same
        // error.
        for _ in 0..<4 {
            #expect(throws: inUse) { _ = try UnixListener.bind(path, permissions: 0o600).path }
        }
        #expect(try folder.names() == ["wheeld.sock"])
        #expect(try accept(first) != nil)
    }

    @Test func refusesToReplaceAnotherFile() throws {
        try DurableFile.replace(path, with: [1, 2, 3])
        let problem = SystemError("bind", path, .fileExists, explanation: "the path has a file that is not a socket")
        #expect(throws: problem) {
            _ = try UnixListener.bind(path, permissions: 0o600).path
        }
        #expect(try NamedFile.read(path).count == 3)
    }

    @Test func refusesALongPath() throws {
        let most = UnixAddress.longestPathBytes
        #expect(most == 107)
        let fits = folder.file(String(repeating: "s", count: most - folder.path.utf8.count - 1))
        let listener = try UnixListener.bind(fits, permissions: 0o600)
        close(try UnixConnection.connect(to: fits).release())
        #expect(listener.path == fits)

        let tooLong = fits + "s"
        let error = SystemError(
            "socket", tooLong, .nameTooLong, explanation: "its path has 108 bytes; at most 107 are possible")
        #expect(throws: error) { _ = try UnixListener.bind(tooLong, permissions: 0o600).path }
        #expect(throws: error) { _ = try UnixConnection.connect(to: tooLong).release() }
    }

    @Test func describesWhyItCannotBind() throws {
        let path = folder.file("none/wheeld.sock")
        #expect(throws: SystemError("bind", path, .noSuchFile, explanation: "its folder does not exist")) {
            _ = try UnixListener.bind(path, permissions: 0o600).path
        }
    }

    /// Many threads bind over a dead socket at once. Exactly one succeeds, and clients can connect to it.
    @Test func onlyOneOfManyBinds() throws {
        for _ in 0..<20 {
            try makeDeadSocket()
            let winners = Winners()
            let path = path
            let threads = try (0..<4).map { number in
                try JoiningThread("bind \(number)") {
                    guard let listener = try? UnixListener.bind(path, permissions: 0o600) else { return }
                    winners.add(listener)
                }
            }
            threads.forEach { $0.join() }
            #expect(winners.count == 1)
            close(try UnixConnection.connect(to: path).release())
        }
    }

    @Test func adoptsOnlyAListeningSocket() throws {
        let listener = try UnixListener.bind(path, permissions: 0o600)
        do {
            let adopted = try UnixListener.adopt(try listener.descriptor.duplicate())
            #expect(adopted.path == path)
        }
        // The file belongs to the service manager, so the listener has not removed it.
        #expect(try folder.names() == ["wheeld.sock"])
        let pair = try DescriptorPair.sockets()
        #expect(throws: SystemError.self) { _ = try UnixListener.adopt(try pair.first.duplicate()).path }
        let pipe = try DescriptorPair.pipe()
        #expect(throws: SystemError.self) { _ = try UnixListener.adopt(try pipe.first.duplicate()).path }
    }

    @Test func readsThePeersCredentials() throws {
        let listener = try UnixListener.bind(path, permissions: 0o600)
        let client = try UnixConnection.connect(to: path)
        guard let server = try listener.accept() else {
            Issue.record("nobody to accept")
            return
        }
        for peer in [try server.peerCredentials(), try client.peerCredentials()] {
            #expect(peer.process == getpid())
            #expect(peer.user == geteuid())
            #expect(peer.group == getegid())
            #expect(peer.isMember(ofGroup: getegid()))
            #expect(!peer.isMember(ofGroup: 424_242))
        }
        // Of the supplementary groups, only the client's are compared: the kernel records a listener's credentials at
        // listen(2), and a client's at connect(2).
        let own = supplementaryGroups()
        #expect(try server.peerCredentials().supplementaryGroups.sorted() == own)
    }

    /// A peer may have more groups than the first buffer holds, and may have exited before they are read.
    @Test(.enabled(if: UserDatabase.ownUserNumber == 0, "needs root to be another"), arguments: [1, 2, 32, 33, 1000])
    func readsThePeersGroups(count: Int) throws {
        let listener = try UnixListener.bind(path, permissions: 0o666)
        chmod(folder.path, 0o755)
        // Sets the permissions of the socket again: concurrent tests change the umask of this process.
        chmod(path, 0o666)
        let groups = (0..<count).map { 4000 + UInt32($0) }
        let list = groups.map { "\($0)" }.joined(separator: ",")
        // The other user may not write the profile of a coverage build.
        let output = try Helper.output(
            of:
                "LLVM_PROFILE_FILE=/dev/null setpriv --reuid 4711 --regid 4712 --groups \(list) \"$HELPER\" connect \(path)"
        )
        #expect(output == "")
        let peer = try listener.accept()?.peerCredentials()
        #expect(peer?.user == 4711)
        #expect(peer?.group == 4712)
        #expect(peer?.supplementaryGroups.sorted() == groups)
        #expect(peer?.isMember(ofGroup: 4712) == true)
        #expect(peer?.isMember(ofGroup: groups[count - 1]) == true)
        #expect(peer?.isMember(ofGroup: 4000 + UInt32(count)) == false)
    }

    private func supplementaryGroups() -> [UInt32] {
        var groups = [gid_t](repeating: 0, count: 65_536)
        return groups.prefix(Int(max(0, getgroups(Int32(groups.count), &groups)))).sorted()
    }

    private func accept(_ listener: borrowing UnixListener) throws -> Int32? {
        guard let connection = try listener.accept() else { return nil }
        return number(of: connection)
    }

    /// A separate function, because the optimiser of Swift 6.0 fails if `accept` itself reads the connection's
    /// descriptor.
    @inline(never)
    private func number(of connection: borrowing UnixConnection) -> Int32 { connection.descriptor.number }

    /// Makes a socket file on which nobody listens, as a killed daemon leaves it.
    private func makeDeadSocket() throws {
        unlink(path)
        let listener = try UnixListener.bind(path, permissions: 0o600)
        let other = folder.file("moved")
        rename(path, other)
        // A program that another test starts may have a copy of the socket for a moment. After the shutdown nobody
        // listens on the copy either.
        shutdown(listener.descriptor.number, Int32(SHUT_RDWR))
        _ = consume listener
        rename(other, path)
    }
}

/// Keeps all bound listeners until every thread has tried, because a release would free the path.
private final class Winners: Sendable {
    private let listeners = Mutex<[Kept]>([])

    var count: Int { listeners.withLock { $0.count } }

    func add(_ listener: consuming UnixListener) {
        let kept = Kept(listener)
        listeners.withLock { $0.append(kept) }
    }

    private final class Kept: Sendable {
        let listener: UnixListener
        init(_ listener: consuming UnixListener) { self.listener = listener }
    }
}

extension UnixConnection {
    fileprivate borrowing func send(_ text: String) throws(Errno) -> Sending {
        let bytes = Array(text.utf8)
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        return try send(UnsafeRawBufferPointer(copy))
    }

    /// The received text: nil if there is none yet, "" at the end.
    fileprivate borrowing func text() throws(Errno) -> String? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        switch try receive(into: buffer) {
        case .bytes(let count): return String(decoding: buffer[..<count], as: UTF8.self)
        case .wouldBlock: return nil
        case .ended: return ""
        }
    }
}
