internal import CDRM
import LinuxSystem
import WheelCore

/// The connector, CRTC and mode that show a picture on a screen.
///
/// A connector is a socket, for example HDMI-A-1. A CRTC reads a buffer and sends it to a connector. A card may have
/// four connectors and two CRTCs, and not every CRTC can drive every connector. If a free CRTC already drives the
/// connector, this CRTC is used, so that the screen does not flicker. Otherwise the free CRTC is used that can drive
/// the fewest other connected screens, so that the more flexible CRTCs stay free for these screens.
struct ScreenRoute {
    let connector: UInt32
    /// For example "HDMI-A-1".
    let connectorName: String
    let crtc: UInt32
    let mode: drmModeModeInfo
    /// The screen's size as its EDID or the device tree states it; `nil` if neither does.
    let millimetres: Size?
    /// The ID of the connector's DPMS property; `nil` if the connector has no such property.
    let dpms: UInt32?

    var size: PixelSize { PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay)) }

    /// The route to a connected screen that the wish allows and to which none of the `taken` routes leads.
    init(_ card: DRMCard, _ wish: ScreenWish, taken: [ScreenRoute]) throws(ScreenProblem) {
        guard let resources = drmModeGetResources(card.number) else { throw card.problem("read the screens of") }
        defer { drmModeFreeResources(resources) }
        let connectors = (0..<Int(resources.pointee.count_connectors)).map { resources.pointee.connectors[$0] }
        let named = connectors.compactMap { number in Self.name(card, number).map { (number, $0) } }
        let place = wish.connector.map { "\(card.path) \($0)" } ?? card.path
        let others = named.allSatisfy { wish.allows($0.1) } ? "" : " that is not another display's"
        var problem = ScreenProblem.absent(
            "\(place): no screen is plugged in\(wish.connector == nil ? others : "")")
        for (number, name) in named where wish.allows(name) {
            if taken.contains(where: { $0.connector == number }) {
                problem = .taken("\(card.path): another display uses its screen \(name)")
                continue
            }
            do throws(ScreenProblem) {
                guard let route = try ScreenRoute(card, resources.pointee, number, name, taken) else { continue }
                self = route
                return
            } catch {
                problem = error
            }
        }
        throw problem
    }

    /// The route to the screen at one connector; `nil` if no screen is connected there.
    private init?(
        _ card: DRMCard, _ resources: drmModeRes, _ number: UInt32, _ name: String, _ taken: [ScreenRoute]
    ) throws(ScreenProblem) {
        // This call probes the screen, which can take 100 ms.
        guard let connector = drmModeGetConnector(card.number, number) else { return nil }
        defer { drmModeFreeConnector(connector) }
        guard let mode = Self.mode(of: connector.pointee) else { return nil }
        guard let crtc = Self.crtc(card, resources, connector, taken) else {
            throw .taken(
                "\(card.path) \(name): the card cannot drive one more screen besides the screens of other displays")
        }
        self.connector = number
        connectorName = name
        self.mode = mode
        self.crtc = crtc
        let (width, height) = (connector.pointee.mmWidth, connector.pointee.mmHeight)
        millimetres = width > 0 && height > 0 ? Size(width: Double(width), height: Double(height)) : nil
        dpms = PropertyTable(card, of: number, type: UInt32(DRM_MODE_OBJECT_CONNECTOR))["DPMS"]
    }

    private static func name(_ card: DRMCard, _ number: UInt32) -> String? {
        // This call does not probe the screen.
        guard let connector = drmModeGetConnectorCurrent(card.number, number) else { return nil }
        defer { drmModeFreeConnector(connector) }
        let type = drmModeGetConnectorTypeName(connector.pointee.connector_type).map { String(cString: $0) }
        return "\(type ?? "screen")-\(connector.pointee.connector_type_id)"
    }

    /// The mode that the user has set with `video=` on the kernel's command line, else the screen's preferred mode,
    /// else its first mode; `nil` without a screen.
    private static func mode(of connector: drmModeConnector) -> drmModeModeInfo? {
        guard connector.connection == DRM_MODE_CONNECTED, connector.count_modes > 0 else { return nil }
        let modes = UnsafeBufferPointer(start: connector.modes, count: Int(connector.count_modes))
        let kinds = [C_DRM_MODE_TYPE_USERDEF, C_DRM_MODE_TYPE_PREFERRED]
        return kinds.lazy.compactMap { kind in modes.first { $0.type & kind != 0 } }.first ?? modes.first
    }

    private static func crtc(
        _ card: DRMCard, _ resources: drmModeRes, _ connector: UnsafeMutablePointer<drmModeConnector>,
        _ taken: [ScreenRoute]
    ) -> UInt32? {
        let crtcs = Array(UnsafeBufferPointer(start: resources.crtcs, count: Int(resources.count_crtcs)))
        func possible(_ connector: UnsafeMutablePointer<drmModeConnector>) -> [UInt32] {
            let mask = drmModeConnectorGetPossibleCrtcs(card.number, connector)
            return crtcs.indices.filter { $0 < 32 && mask & 1 << UInt32($0) != 0 }.map { crtcs[$0] }
        }
        let others = (0..<Int(resources.count_connectors)).map { index -> [UInt32] in
            let number = resources.connectors[index]
            guard number != connector.pointee.connector_id, let other = drmModeGetConnectorCurrent(card.number, number)
            else { return [] }
            defer { drmModeFreeConnector(other) }
            return other.pointee.connection == DRM_MODE_CONNECTED ? possible(other) : []
        }
        var current: UInt32?
        if let encoder = drmModeGetEncoder(card.number, connector.pointee.encoder_id) {
            current = encoder.pointee.crtc_id
            drmModeFreeEncoder(encoder)
        }
        return crtc(current: current, possible: possible(connector), taken: taken.map(\.crtc), others: others)
    }

    static func crtc(current: UInt32?, possible: [UInt32], taken: [UInt32], others: [[UInt32]]) -> UInt32? {
        let free = possible.filter { !taken.contains($0) }
        if let current, free.contains(current) { return current }
        return free.min { left, right in
            others.count { $0.contains(left) } < others.count { $0.contains(right) }
        }
    }

    /// Whether a screen with the same mode is still connected.
    func isCurrent(_ card: DRMCard) -> Bool {
        guard let connector = drmModeGetConnector(card.number, connector) else { return false }
        defer { drmModeFreeConnector(connector) }
        guard let now = Self.mode(of: connector.pointee) else { return false }
        return now.hdisplay == mode.hdisplay && now.vdisplay == mode.vdisplay && now.clock == mode.clock
            && now.flags == mode.flags
    }
}

/// The screens of a card on which a display may show its picture.
struct ScreenWish: Sendable {
    /// `nil` for the first connected screen that no other display names or uses.
    var connector: String?
    /// The connectors that the settings of other displays name.
    var avoided: Set<String> = []

    func allows(_ name: String) -> Bool { connector.map { $0 == name } ?? !avoided.contains(name) }
}

/// The properties of a connector or a plane, by name.
struct PropertyTable {
    private var entries: [String: (number: UInt32, value: UInt64)] = [:]

    /// Reads the properties of an object. `type` is one of the DRM_MODE_OBJECT_… constants.
    init(_ card: DRMCard, of object: UInt32, type: UInt32) {
        guard let list = drmModeObjectGetProperties(card.number, object, type) else { return }
        defer { drmModeFreeObjectProperties(list) }
        for index in 0..<Int(list.pointee.count_props) {
            guard let property = drmModeGetProperty(card.number, list.pointee.props[index]) else { continue }
            defer { drmModeFreeProperty(property) }
            let name = withUnsafeBytes(of: property.pointee.name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            entries[name] = (property.pointee.prop_id, list.pointee.prop_values[index])
        }
    }

    /// The property's ID.
    subscript(name: String) -> UInt32? { entries[name]?.number }

    func value(_ name: String) -> UInt64? { entries[name]?.value }
}
