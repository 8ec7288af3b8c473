import WheelBridge

package struct WebSettings: Equatable, Sendable {
    package static let usualPort: UInt16 = 8420

    package var listen = ListeningPlace(port: WebSettings.usualPort)
    /// Names of this machine in the addresses that browsers use, besides its own.
    package var names: [String] = []
    package var tokens: String?

    package init() {}
}
