import CSystemCallTracer
import Glibc
import LinuxSystem

/// The helper program, which is built with the tests.
enum Helper {
    static var path: String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let tests = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return FilePath.folder(of: tests) + "/LinuxSystemHelper"
    }

    /// The output of a shell command in which `$HELPER` is the path of the helper. In the command, the descriptors in
    /// `numbers` have the numbers from 3 on.
    static func output(of command: String, passing numbers: [Int32] = []) throws -> String {
        let pipe = try DescriptorPair.pipe()
        let writer = pipe.second.number
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, writer, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, writer, STDERR_FILENO)
        for (index, number) in numbers.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, number, 3 + Int32(index))
        }
        let shell = ["sh", "-c", "HELPER='\(path)'; \(command)"]
        let words: [UnsafeMutablePointer<CChar>?] = shell.map { strdup($0) }
        defer { words.forEach { free($0) } }
        var process = pid_t()
        let error = posix_spawn(&process, "/bin/sh", &actions, nil, words + [nil], environ)
        guard error == 0 else { throw Errno(rawValue: error) }
        try pipe.takeSecond().close()
        let text = String(decoding: try pipe.first.readAll(), as: UTF8.self)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        return text
    }

    /// Runs the helper. Returns its signal or exit status, and its system calls between the marks. It is killed after
    /// `killAfter` of these calls; 0 means never.
    static func trace(
        _ arguments: [String], killAfter: Int = 0
    ) -> (signal: Int32, status: Int32, calls: [String]) {
        var names = [CChar](repeating: 0, count: 65536)
        let words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        let trace = system_call_trace_run(path, words + [nil], killAfter, &names, names.count)
        let text = String(decoding: names.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return (trace.status & 0x7f, trace.status >> 8 & 0xff, text.split(separator: " ").map(String.init))
    }
}
