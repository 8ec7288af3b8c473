extension StringProtocol {
    /// Whether the text has these bytes in a row. The standard library's `contains(_:)` for a text is in the library of
    /// regular expressions. This library would make every program a megabyte larger.
    public func has(_ part: String) -> Bool {
        let (text, part) = (ContiguousArray(utf8), ContiguousArray(part.utf8))
        return part.isEmpty || text.indices.contains { text[$0...].starts(with: part) }
    }
}
