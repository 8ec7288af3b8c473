import LinuxSystem
import Testing

@Suite struct UserDatabaseTests {
    @Test func convertsNamesAndNumbers() throws {
        #expect(try UserDatabase.userNumber(named: "root") == 0)
        #expect(try UserDatabase.groupNumber(named: "root") == 0)
        #expect(try UserDatabase.userName(0) == "root")
        #expect(try UserDatabase.groupName(0) == "root")
    }

    @Test func unknownNamesAndNumbersAreNil() throws {
        #expect(try UserDatabase.userNumber(named: "no such user") == nil)
        #expect(try UserDatabase.groupNumber(named: "no such group") == nil)
        #expect(try UserDatabase.userName(4_000_000_123) == nil)
        #expect(try UserDatabase.groupName(4_000_000_123) == nil)
    }
}
