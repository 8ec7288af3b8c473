import WheelWire

/// libFuzzer's entry point. Any bytes must give either a state that can be written and read again, or a reason for
/// their refusal.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzState(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do throws(StateProblem) {
        let state = try StateDocument(reading: UnsafeRawBufferPointer(start: bytes, count: count))
        var file = LineBuffer()
        state.write(to: &file)
        let again = try? file.withUnsafeBytes { try StateDocument(reading: $0) }
        precondition(again == state, file.text)
    } catch {
        precondition(!error.message.isEmpty && error.message.utf8.count < 1000, error.message)
    }
    return 0
}
