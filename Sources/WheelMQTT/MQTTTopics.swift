/// The topics of one instrument: `PREFIX/HOST/NAME/LEAF`, such as `wheeld/desk/gain/value`, and `PREFIX/HOST/LEAF`,
/// such as `wheeld/desk/status`.
package struct MQTTTopics: Equatable, Sendable {
    /// The part `PREFIX/HOST` of the topics.
    let base: String

    package init(prefix: String, name: String) { base = "\(prefix)/\(name)" }

    /// The topic of the status: `online` while the daemon is connected, else `offline`. The last will is `offline`,
    /// too.
    package var status: String { "\(base)/status" }
    /// A message to this topic asks for all retained messages again.
    package var get: String { "\(base)/get" }
    /// The topic for the number of commits that the daemon has dropped because they were not read in time.
    package var missed: String { "\(base)/missed" }
    /// The filter that subscribes to all requests.
    package var requests: String { "\(base)/+/set" }

    package func value(_ control: String) -> String { "\(base)/\(control)/value" }
    package func commit(_ control: String) -> String { "\(base)/\(control)/commit" }
    package func speed(_ control: String) -> String { "\(base)/\(control)/speed" }
    package func state(_ control: String) -> String { "\(base)/\(control)/state" }
    package func request(_ control: String) -> String { "\(base)/\(control)/set" }

    package func press(_ input: String, _ button: String?) -> String {
        "\(base)/\(input)/press" + (button.map { "/\($0)" } ?? "")
    }

    /// The control that a topic `…/CONTROL/set` names; `nil` for another topic.
    package func requestedControl(_ topic: String) -> String? {
        guard topic.utf8.count <= 512, topic.hasPrefix(base + "/") else { return nil }
        let rest = topic.dropFirst(base.count + 1)
        guard rest.hasSuffix("/set") else { return nil }
        let control = rest.dropLast("/set".count)
        return MQTTTopics.isLevel(control) ? String(control) : nil
    }

    /// Whether a text can be one level of a topic: without wildcards, slashes and invisible characters, and without a
    /// leading `$`, which is reserved for brokers.
    package static func isLevel(_ text: some StringProtocol) -> Bool {
        guard !text.isEmpty, text.utf8.count <= 128, text.utf8.first != UInt8(ascii: "$") else { return false }
        return text.unicodeScalars.allSatisfy { isAllowed($0) && $0 != "/" }
    }

    package static func areLevels(_ text: some StringProtocol) -> Bool {
        guard text.utf8.count <= 200 else { return false }
        return text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { isLevel($0) }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "+", "#", "\u{FFFD}": return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator, .format, .spaceSeparator:
            return false
        default: return true
        }
    }

    /// A machine's name as one level. Characters that are not allowed in a level become `-`.
    package static func level(of machine: String) -> String {
        var level = String(
            String.UnicodeScalarView(machine.unicodeScalars.prefix(64).map { isLevel(String($0)) ? $0 : "-" }))
        if level.isEmpty { level = "localhost" }
        return level
    }
}
