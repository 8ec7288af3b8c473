/// An action as the file writes it: `verb`, `verb:target` or `verb:target=value`.
struct ActionText {
    let whole: String
    let verb: String
    let target: String?
    let value: String?
    let node: TOMLNode

    init(_ text: String, _ node: TOMLNode) {
        whole = text
        self.node = node
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        verb = String(parts[0])
        let sides = parts.dropFirst().first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        target = sides.map { String($0[0]) }
        value = sides.flatMap { $0.count > 1 ? String($0[1]) : nil }
    }
}
