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
        if !presets.isEmpty {
            file.append(",\n\"presets\":[")
            file.lines(of: presets)
            file.append("]")
        }
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
}
