import FuzzSupport
import ModelTestSupport
import TestSupport
import WheelConfiguration
import WheelCore
import WheelModel

/// libFuzzer's entry point. Any bytes must give either a configuration or a list of mistakes. An accepted configuration
/// is then used: see `play(on:)`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzConfiguration(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    do throws(ConfigurationMistakes) {
        play(on: try Configuration.parse(text, file: "f").settings.panel)
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

/// Turns, sets, ramps and scrubs each control, and lets the consequences run to their end. libFuzzer's own timeout
/// detects what takes too long.
private func play(on settings: PanelSettings) {
    guard !settings.controls.isEmpty else { return }
    var choices = SeededGenerator(seed: 1)
    var play = PanelPlay(settings)
    for control in settings.controls.indices.prefix(mostControls) { play.exercise(control, &choices) }
    play.end()
    precondition(play.problem == nil, play.problem ?? "")
}

private let mostControls = 8

/// Replaces a number in the file by an extreme one, or appends another control.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateConfiguration(
    _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int, _ seed: UInt32
) -> Int {
    Mutation.mutate(bytes, count, most: most, seed: seed) { text, generator in
        if generator.once(in: 8) { return Array(ConfigurationText.text(&generator).utf8) }
        return Mutation.replaceNumber(in: text, &generator)
    }
}
