/// An action split into its parts: `verb`, `verb:target` or `verb:target=value`.
struct ActionText {
    let whole: String
    let verb: String
    let target: String?
    let value: String?

    init(_ text: String) {
        whole = text
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        verb = String(parts[0])
        guard parts.count > 1 else {
            target = nil
            value = nil
            return
        }
        let sides = parts[1].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        target = String(sides[0])
        value = sides.count > 1 ? String(sides[1]) : nil
    }
}
