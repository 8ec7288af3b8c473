extension StateDocument {
    /// Writes the file, with one line for each control, input and preset. The same state always makes the same bytes.
    public func write(to file: inout LineBuffer) {
        file.append("{\"version\":")
        file.integer(Self.version)
        file.append(",\n\"controls\":[")
        file.lines(of: controls)
        file.append("],\n\"inputs\":[")
        file.lines(of: inputs)
        file.append("],\n\"page\":")
        page.write(to: &file)
        file.lines(of: presets, ifAnyAs: "presets")
        file.lines(of: definitions, ifAnyAs: Self.definitions)
        file.lines(of: remembered, ifAnyAs: Self.remembered)
        file.lines(of: rememberedFocus, ifAnyAs: Self.rememberedFocus)
        file.endLine()
    }
}

extension LineBuffer {
    fileprivate mutating func lines(of entries: [some SavedEntry]) {
        for entry in entries {
            separate()
            append("\n")
            entry.write(to: &self)
        }
    }

    fileprivate mutating func lines(of entries: [some SavedEntry], ifAnyAs name: String) {
        guard !entries.isEmpty else { return }
        append(Array(",\n\"\(name)\":[".utf8))
        lines(of: entries)
        append("]")
    }
}
