import Testing

/// The main program of all tests. The program that SwiftPM would generate also looks for tests of XCTest, of which
/// there are none, and for this search the compiler would have to write an index of all code.
@main struct Tests {
    static func main() async {
        // `swift test` also starts this program for XCTest.
        guard CommandLine.arguments.contains("swift-testing") else { return }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
