import Testing

/// The program of all tests. SwiftPM would write one that also looks for tests of XCTest, of which there are none, and the compiler
/// would have to keep an index of everything for that.
@main struct Tests {
    static func main() async {
        // `swift test` also starts this program for XCTest.
        guard CommandLine.arguments.contains("swift-testing") else { return }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
