import Glibc
import LinuxSystem
import Testing
import WheelCore

@Suite struct OtherProgramTests {
    @Test func returnsOutputAndStatus() throws {
        let said = try OtherProgram.run(["printf", "%s|", "two words", "$HOME", ""])
        #expect(said.status == 0 && said.output == "two words|$HOME||")
        #expect(try OtherProgram.run(["sh", "-c", "echo lost >&2; exit 7"]).status == 7)
        #expect(try OtherProgram.run(["sh", "-c", "echo lost >&2; exit 7"]).output == "")
        #expect(try OtherProgram.run(["cat"]).output == "", "it has nothing to read")
        // More bytes than a pipe holds, so they must be read while the program writes.
        #expect(try OtherProgram.run(["head", "-c", "300000", "/dev/zero"]).output.utf8.count == 300_000)
    }

    @Test func aMissingOrSlowProgramFails() throws {
        #expect(throws: SystemError.self) { try OtherProgram.run(["no such program"]) }
        #expect(try OtherProgram.run(["sleep", "60"], timeout: .milliseconds(50)).status == nil)
    }

    @Test func findsInstalledPrograms() {
        #expect(OtherProgram.isInstalled("sh"))
        #expect(!OtherProgram.isInstalled("no such program") && !OtherProgram.isInstalled("etc"))
    }

    @Test func readsLinksAndRights() throws {
        #expect(try FilePath.destination(ofLink: "/proc/self/fd/0") != "")
        #expect(throws: Errno.invalidArgument) { try FilePath.destination(ofLink: "/proc/self/stat") }
        #expect(FilePath.mayRead("/proc/self/stat") && !FilePath.mayRead("/no/such/file", andWrite: true))
    }

    @Test func readsGroups() throws {
        let root = UserDatabase.groups(ofUserNamed: "root")
        #expect(root.contains(0))
        #expect(UserDatabase.groups(ofUserNamed: "no such user") == [])
        #expect(UserDatabase.ownGroups.contains(getegid()))
    }
}
