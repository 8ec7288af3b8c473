/// What is wrong with a member of a JSON object.
enum MemberProblem: Error, Equatable {
    case missing(String)
    /// What it must be: "a number", "one of lower, upper".
    case wrong(String, mustBe: String)
    case unknown(String)
    /// One that would mean more than was asked for if it were passed over.
    case notTaken(String, because: String)
    /// An element of an array that should have members of its own.
    case notAnObject
    /// Two that exclude each other.
    case together(String, String)

    var message: String {
        switch self {
        case .missing(let name): "'\(name.clipped)' is missing"
        case .wrong(let name, let expected): "'\(name.clipped)' must be \(expected)"
        case .unknown(let name): "'\(name.clipped)' is not known"
        case .notTaken(let name, let reason): "'\(name)' is not taken here: \(reason)"
        case .notAnObject: "it must be an object"
        case .together(let one, let other): "'\(one)' and '\(other)' exclude each other"
        }
    }
}

extension String {
    /// Short enough to stand in a message: what comes from outside can be 64 KiB long.
    package var clipped: String {
        let most = 40
        guard unicodeScalars.count > most else { return self }
        // Scalars, since a single character can be made of any number of them.
        return String(String.UnicodeScalarView(unicodeScalars.prefix(most - 1))) + "…"
    }
}
