import Testing

@testable import wheelctl

@Suite struct ConfigurationCheckTests {
    private func findings(_ path: String, isNamed: Bool = true) -> [Finding] {
        ConfigurationCheck.findings(path, ConfigurationFile.read(isNamed ? path : nil))
    }

    @Test func onlyTheUsualFileMayBeAbsent() {
        #expect(ConfigurationCheck.findings("/no/such/file", .absent).map(\.verdict) == [.ok])
        #expect(findings("/no/such/file").map(\.verdict) == [.wrong])
    }

    @Test func mistakesHaveTheirPlaces() {
        #expect(findings(Repository.path + "/docs/examples/wheeld.toml").map(\.verdict) == [.ok])
        // The README is a text that is not TOML.
        let path = Repository.path + "/README.md"
        let wrong = findings(path)
        #expect(wrong.map(\.verdict) == [.wrong])
        #expect(wrong.first?.text.hasPrefix("\(path):") == true, "\(wrong)")
    }
}
