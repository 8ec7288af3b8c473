import Glibc
import LinuxSystem
import Testing

/// These tests use a child process, where the descriptors from 3 on, as systemd passes them, are free.
@Suite struct PassedSocketsTests {
    private let folder = TemporaryFolder()

    @Test(arguments: [
        ("LISTEN_FDS=2 LISTEN_FDNAMES=one:two", 2), ("LISTEN_FDS=2", 2), ("LISTEN_FDS=1 LISTEN_FDNAMES=one:two", 1),
        ("LISTEN_FDS=0", 0),
    ])
    func takesPassedSockets(variables: String, count: Int) throws {
        let paths = ["a", "b"].map(folder.file)
        let first = try UnixListener.bind(paths[0], permissions: 0o600)
        let second = try UnixListener.bind(paths[1], permissions: 0o600)
        let output = try Helper.output(
            of: "export \(variables) LISTEN_PID=$$; exec $HELPER passed",
            passing: [first.descriptor.number, second.descriptor.number])
        let expected = paths.prefix(count).map { "listens at \($0), close-on-exec: true\n" }
        #expect(output == expected.joined() + "0 variables left\n")
        // The child has closed the sockets, but their files, which belong to the service manager, still exist.
        #expect(try folder.names() == ["a", "b"])
    }

    @Test func ignoresSocketsOfAnotherProcess() throws {
        let listener = try UnixListener.bind(folder.file("a"), permissions: 0o600)
        let output = try Helper.output(
            of: "export LISTEN_FDS=1 LISTEN_PID=1; exec $HELPER passed", passing: [listener.descriptor.number])
        #expect(output == "0 variables left\n")
    }

    @Test func refusesASocketThatDoesNotListen() throws {
        let pipe = try DescriptorPair.pipe()
        let output = try Helper.output(
            of: "export LISTEN_FDS=1 LISTEN_PID=$$; exec $HELPER passed", passing: [pipe.first.number])
        #expect(output.hasPrefix("take over the passed socket: "), "\(output)")
    }

    @Test(arguments: [
        ("LISTEN_FDS=5", "LISTEN_FDS is 5, but 4 is not open (EBADF)"),
        ("LISTEN_FDS=many", "LISTEN_FDS is 'many' (EINVAL)"),
        ("LISTEN_FDS=-1", "LISTEN_FDS is '-1' (EINVAL)"),
        ("LISTEN_FDS=2147483647", "LISTEN_FDS is '2147483647' (EINVAL)"),
    ])
    func refusesInvalidVariables(variables: String, error: String) throws {
        let pipe = try DescriptorPair.pipe()
        let output = try Helper.output(
            of: "export \(variables) LISTEN_PID=$$; exec $HELPER passed 4<&-", passing: [pipe.first.number])
        #expect(output == "take over passed sockets: \(error)\n")
    }
}
