import WheelConfiguration

/// libFuzzer's door: any bytes are a configuration or a list of mistakes, and nothing else happens.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzConfiguration(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    do throws(ConfigurationMistakes) {
        _ = try Configuration.parse(text, file: "f")
    } catch {
        let lines = text.count { $0 == UInt8(ascii: "\n") } + 1
        precondition(!error.list.isEmpty)
        for mistake in error.list {
            precondition((1...lines).contains(mistake.line) && mistake.column >= 1, mistake.description)
            precondition(!mistake.description.utf8.contains { $0 < 0x20 || $0 == 0x7F }, mistake.description)
        }
    }
    return 0
}
