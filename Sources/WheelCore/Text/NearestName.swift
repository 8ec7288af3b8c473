/// Suggests the name that a misspelt name probably means: `gain` for `gian`, and `volume` for `vol`.
///
/// The nearest name has the smallest Damerau–Levenshtein distance: the number of letters that must be changed,
/// inserted, deleted or swapped with their neighbour. The distance may be up to about a third of the number of letters
/// in the misspelt name. If at least three letters are written and a name begins with them, the distance of this name
/// counts as 1.
///
/// The distance is computed in a table with a cell for each pair of letters. Any client can send unknown names to a
/// daemon that has thousands of long names. So the comparisons end after `mostCells`, which takes about half a
/// millisecond on a computer of 2020. After that, only names that begin with `written` are found.
public enum NearestName {
    /// Enough to compare a name of ten letters with 2600 others of ten letters: each comparison takes 10 × 10 cells.
    static let mostCells = 1 << 18

    public static func of(_ written: String, in names: some Sequence<String>) -> String? {
        let letters = Array(written.lowercased().unicodeScalars)
        guard !letters.isEmpty, letters.count <= 40 else { return nil }
        let most = max(1, (letters.count + 1) / 3)
        var nearest: (name: String, distance: Int)?
        var cells = 0
        for name in names {
            let distance: Int
            if isBeginning(written, of: name) {
                distance = 1
            } else if cells < mostCells {
                let other = Array(name.lowercased().unicodeScalars)
                // The distance is at least the difference in length, which already rules out most names.
                let least = min(most, (nearest?.distance ?? .max) - 1)
                guard abs(letters.count - other.count) <= least else { continue }
                distance = self.distance(letters, other, most: least, cells: &cells)
            } else {
                continue
            }
            if distance <= most, distance < letters.count, distance < nearest?.distance ?? .max {
                nearest = (name, distance)
            }
        }
        return nearest?.name
    }

    private static func isBeginning(_ written: String, of name: String) -> Bool {
        written.unicodeScalars.count >= 3 && name.hasPrefix(written)
    }

    public static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var cells = 0
        return distance(left, right, most: .max, cells: &cells)
    }

    /// The distance, or `.max` as soon as it must exceed `most`. Adds the cells of its table to `cells`.
    private static func distance(
        _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], most: Int, cells: inout Int
    ) -> Int {
        guard (left.count - right.count).magnitude < 16, right.count <= 64 else { return .max }
        var before = Array(0...right.count)
        var last = before
        var line = before
        // The distance after a swap is computed from the second-last row of the table, so the search ends only if all
        // cells of the last two rows exceed `most`.
        var leastOfLast = 0
        for row in left.indices {
            line[0] = row + 1
            var leastOfLine = row + 1
            cells += right.count
            for column in right.indices {
                let same = left[row] == right[column]
                var least = min(last[column] + (same ? 0 : 1), last[column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    least = min(least, before[column - 1] + 1)
                }
                line[column + 1] = least
                leastOfLine = min(leastOfLine, least)
            }
            guard min(leastOfLine, leastOfLast) <= most else { return .max }
            leastOfLast = leastOfLine
            swap(&before, &last)
            swap(&last, &line)
        }
        return last[right.count]
    }
}
