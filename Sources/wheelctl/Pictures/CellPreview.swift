import LinuxSystem
import WheelCore
import WheelPanel
import WheelScene

/// The panel as a terminal shows it in characters, for `wheelctl preview --graphics cells`.
struct CellPreview {
    private let text: CellText
    /// `nil` for standard output.
    private let file: String?

    private static let usual = (columns: 80, rows: 24)
    private static let most = (columns: 1024, rows: 512)

    init(_ invocation: Invocation) throws(Failure) {
        let arguments = invocation.arguments
        let word = arguments.value("--graphics") ?? ""
        guard word == "cells" else {
            throw .usage(PreviewRequest.command, "--graphics must be cells, not '\(word)'")
        }
        for option in ["--size-mm", "--distance", "--rotate", "--chooser"] where arguments.has(option) {
            throw .usage(PreviewRequest.command, "\(option) does not apply to --graphics \(word)")
        }
        file = arguments.value(Option.picture.name)
        let subject = try PreviewSubject(invocation)
        let isForTerminal = file == nil && Terminal.isTerminal(1)
        let own = isForTerminal ? try? Terminal.size(of: 1) : nil
        // A terminal may not know its size. The last row is left free for the prompt after the picture.
        let known = own.flatMap { $0.columns > 0 && $0.rows > 1 ? (columns: $0.columns, rows: $0.rows - 1) : nil }
        let size = try arguments.value("--size").map(Self.size) ?? known ?? Self.usual
        text = CellText(
            subject.state, columns: size.columns, rows: size.rows, subject.theme, isForTerminal: isForTerminal,
            at: PreviewContent.now)
    }

    func write() throws(Failure) {
        if let file { try Invocation.write(text.bytes, to: file) } else { Output.typed(text) }
    }

    private static func size(_ text: String) throws(Failure) -> (columns: Int, rows: Int) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...most.columns).contains(columns),
            (1...most.rows).contains(rows)
        else {
            throw .usage(
                PreviewRequest.command,
                "with --graphics cells, --size must be COLUMNSxROWS in characters, at most 1024x512, not '\(text)'"
            )
        }
        return (columns, rows)
    }
}
