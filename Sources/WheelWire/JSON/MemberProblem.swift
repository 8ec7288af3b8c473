/// What is wrong with a member of a JSON object.
enum MemberProblem: Error, Equatable {
    case missing(String)
    /// One of these must be there.
    case missingAll([String])
    /// `mustBe`: "a number", "one of lower, upper".
    case wrong(String, mustBe: String)
    case unknown(String)
    /// The member would have restricted the request, which would do more than was asked for without it.
    case notTaken(String, because: String)
    /// An element of an array is not an object.
    case notAnObject
    /// Two members exclude each other.
    case together(String, String)
    /// What is wrong with an element of an array: "events[3]".
    case inside(String, String)
    /// A member is given without another that it requires.
    case needs(String, other: String)

    var message: String {
        switch self {
        case .missing(let name): "'\(name.clipped)' is missing"
        case .missingAll(let names): "\(names.map { "'\($0)'" }.joined(separator: " or ")) is missing"
        case .wrong(let name, let expected): "'\(name.clipped)' must be \(expected)"
        case .unknown(let name): "'\(name.clipped)' is not known"
        case .notTaken(let name, let reason): "'\(name)' is not taken here: \(reason)"
        case .notAnObject: "it must be an object"
        case .inside(let place, let message): "\(place): \(message)"
        case .needs(let name, let other): "'\(name)' needs '\(other)'"
        case .together(let one, let other): "'\(one)' and '\(other)' exclude each other"
        }
    }
}

extension String {
    /// Shortened for a message: text from outside can be 64 KiB long.
    package var clipped: String {
        let most = 40
        // A character can have any number of scalars.
        guard unicodeScalars.count > most else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(most - 1))) + "…"
    }
}
