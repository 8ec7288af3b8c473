import WheelModel

extension NearestName {
    /// ` (did you mean 'taper'?)`, or a list of the names if none is near.
    static func hint(_ written: String, in names: [String], whereNone: String) -> String {
        if let nearest = of(written, in: names) { return " (did you mean \(quoted(nearest))?)" }
        guard !names.isEmpty else { return " (\(whereNone))" }
        let shown = names.prefix(12).map { visible($0, most: 40) }.joined(separator: ", ")
        return " (there are: \(shown)\(names.count > 12 ? ", …" : ""))"
    }
}
