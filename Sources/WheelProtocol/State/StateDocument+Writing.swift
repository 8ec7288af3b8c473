extension StateDocument {
    /// Writes the file: the same state always as the same bytes, one line per control and input.
    public func write(to file: inout LineBuffer) {
        file.append("{\"version\":")
        file.integer(Self.version)
        file.append(",\n\"controls\":[")
        for control in controls {
            file.separate()
            file.append("\n")
            control.write(to: &file)
        }
        file.append("],\n\"inputs\":[")
        for input in inputs {
            file.separate()
            file.append("\n")
            input.write(to: &file)
        }
        file.append("],\n\"page\":")
        file.optionalString(page)
        file.endLine()
    }
}

extension SavedControl {
    fileprivate func write(to file: inout LineBuffer) {
        file.append("{\"control\":")
        file.string(name)
        file.key("value")
        file.value(value)
        if let speed { file.member("speed", speed) }
        if let cursor { file.member("cursor", cursor) }
        if let rotations {
            file.key("rotations")
            file.integer(rotations)
        }
        file.endObject()
    }
}

extension SavedInput {
    fileprivate func write(to file: inout LineBuffer) {
        file.append("{\"input\":")
        file.string(name)
        file.member("focus", focus)
        file.endObject()
    }
}
