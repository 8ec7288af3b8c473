import WheelBridge

package struct WebSettings: Equatable, Sendable {
    package static let usualPort: UInt16 = 8420

    package var listen = ListeningPlace(port: WebSettings.usualPort)
    /// Names by which browsers may address this machine, besides its addresses, its host name (also with `.local`) and
    /// `localhost`.
    package var names: [String] = []
    package var tokens: String?

    package init() {}
}
