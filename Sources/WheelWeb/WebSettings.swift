import WheelBridge

package struct WebSettings: Equatable, Sendable {
    package static let usualPort: UInt16 = 8420

    package var listen = ListeningPlace(port: WebSettings.usualPort)
    /// Further names by which browsers may address this machine.
    package var names: [String] = []
    package var tokens: String?

    package init() {}
}
