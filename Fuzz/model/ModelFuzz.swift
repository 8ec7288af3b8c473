import ModelTestSupport
import TestSupport

// Plays random sequences on random instruments: controls with any settings that the configuration accepts; hands,
// clients, reloads and time in any order, with any numbers. A trap is a finding, and so is any problem that the ledger
// reports.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzModel(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    var choices = ByteChoices(UnsafeBufferPointer(start: data, count: size))
    guard let (settings, text) = ConfigurationText.settings(&choices) else { return -1 }
    let other = choices.once(in: 4) ? ConfigurationText.settings(&choices) : nil
    var play = PanelPlay(settings, others: other.map { [$0.settings] } ?? [])
    for _ in 0..<mostMoves where !choices.isOver && play.problem == nil { play.act(&choices) }
    if play.problem == nil { play.end() }
    precondition(play.problem == nil, "\(play.problem ?? "")\n\(text)")
    return 0
}

/// Limits an input to a few milliseconds.
private let mostMoves = 300
