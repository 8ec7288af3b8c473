/// A problem with a member of a JSON object.
enum MemberProblem: Error, Equatable {
    case missing(String)
    /// None of these members is given, but one of them is required.
    case missingAll([String])
    /// `mustBe` is a text such as "a number" or "one of lower, upper".
    case wrong(String, mustBe: String)
    case unknown(String)
    /// A member that the operation does not have, but that the client expects to restrict the request. If it were
    /// ignored, the request would do more than was asked for.
    case notTaken(String, because: String)
    /// An element of an array is not an object.
    case notAnObject
    /// Two members exclude each other.
    case together(String, String)
    /// A problem with an element of an array: its place, such as "events[3]", and the message.
    case inside(String, String)
    /// A member is given without another member that it requires.
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
    /// The text, shortened for a message: text from outside can be a megabyte long.
    package var clipped: String {
        let most = 40
        // Scalars are counted, since one character can have any number of scalars.
        guard unicodeScalars.count > most else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(most - 1))) + "…"
    }
}
