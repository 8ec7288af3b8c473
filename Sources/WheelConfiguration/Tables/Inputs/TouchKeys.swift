import WheelCore

/// `[[input]]`: the keys of `type = "touch"`, without those that `evdev` has as well.
enum TouchKeys {
    private static let owners = [InputType.touch.rawValue]

    static let matrix = Key(
        "matrix", .matrix, otherwise: "the udev property LIBINPUT_CALIBRATION_MATRIX, else none", of: owners,
        "The calibration matrix of libinput, `[a, b, c, d, e, f]`: "
            + "x' = a·x + b·y + c, y' = d·x + e·y + f."
    )

    static let rows = [matrix.row]

    static func read(_ reader: TableReader) -> TouchSettings {
        let match = reader.read(EvdevKeys.match).value.flatMap { MatchTable.read($0, mistakes: reader.mistakes) }
        return TouchSettings(
            match: match, grabs: reader.read(EvdevKeys.grab).value, matrix: reader.read(matrix).value)
    }
}

extension ValueType where Value == [Double] {
    /// Six numbers of a matrix that has an inverse.
    static let matrix = ValueType(
        "list of six numbers", limits: "a·e ≠ b·d", write: { "\($0.map(decimal))" },
        read: { node, subject in
            let numbers = ValueType<Double>.number(.closed(-1e6...1e6)).list(6...6, of: "six numbers")
            guard let list = numbers.read(node, subject), list.isWhole else { return nil }
            let matrix = list.values.map(\.value)
            guard (matrix[0] * matrix[4] - matrix[1] * matrix[3]).magnitude > 1e-12 else {
                return subject.complain(node.place, "cannot be inverted: it maps the whole screen to a line")
            }
            return matrix
        })
}
