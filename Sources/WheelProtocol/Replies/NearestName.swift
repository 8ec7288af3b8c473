/// The known name that a mistyped one most likely stands for: at most a third of its letters are wrong.
func nearest(to name: String, among names: [String]) -> String? {
    guard name.utf8.count <= 32 else { return nil }
    let scored = names.map { (name: $0, distance: editDistance(Array(name.lowercased().utf8), Array($0.utf8))) }
    guard let best = scored.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, best.name.utf8.count / 3) ? best.name : nil
}

/// How many letters must be put in, taken out, exchanged or swapped with their neighbour (Damerau).
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
        var row = [i + 1]
        for j in right.indices {
            var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
            if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                best = min(best, beforeLast[j - 1] + 1)
            }
            row.append(best)
        }
        beforeLast = last
        last = row
    }
    return last[right.count]
}
