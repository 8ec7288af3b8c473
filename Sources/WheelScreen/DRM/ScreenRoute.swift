internal import CDRM
import LinuxSystem
import WheelGeometry

/// The connector, CRTC and mode that show a picture on a screen.
struct ScreenRoute {
    let connector: UInt32
    /// "HDMI-A-1"
    let connectorName: String
    let crtc: UInt32
    let mode: drmModeModeInfo
    /// The screen's size, as its EDID or the device tree says; `nil` if neither does.
    let millimetres: Size?
    /// The ID of the connector's DPMS property; `nil` if it has none.
    let dpms: UInt32?

    var size: PixelSize { PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay)) }

    /// The route to the first screen that is plugged in.
    init(_ card: DRMCard) throws(ScreenProblem) {
        guard let resources = drmModeGetResources(card.number) else { throw card.problem("read the screens of") }
        defer { drmModeFreeResources(resources) }
        for index in 0..<Int(resources.pointee.count_connectors) {
            if let route = ScreenRoute(card, resources.pointee, connector: resources.pointee.connectors[index]) {
                self = route
                return
            }
        }
        throw .absent("\(card.path): no screen is plugged in")
    }

    private init?(_ card: DRMCard, _ resources: drmModeRes, connector number: UInt32) {
        // This probes the screen, which can take 100 ms.
        guard let connector = drmModeGetConnector(card.number, number) else { return nil }
        defer { drmModeFreeConnector(connector) }
        guard let mode = Self.mode(of: connector.pointee),
            let crtc = Self.crtc(card, resources, connector)
        else { return nil }
        let type = drmModeGetConnectorTypeName(connector.pointee.connector_type).map { String(cString: $0) }
        self.connector = number
        connectorName = "\(type ?? "screen")-\(connector.pointee.connector_type_id)"
        self.mode = mode
        self.crtc = crtc
        let (width, height) = (connector.pointee.mmWidth, connector.pointee.mmHeight)
        millimetres = width > 0 && height > 0 ? Size(width: Double(width), height: Double(height)) : nil
        dpms = PropertyTable(card, of: number, type: UInt32(DRM_MODE_OBJECT_CONNECTOR))["DPMS"]
    }

    /// The screen's preferred mode, or its first one; `nil` without a screen.
    private static func mode(of connector: drmModeConnector) -> drmModeModeInfo? {
        guard connector.connection == DRM_MODE_CONNECTED, connector.count_modes > 0 else { return nil }
        let modes = UnsafeBufferPointer(start: connector.modes, count: Int(connector.count_modes))
        return modes.first { $0.type & C_DRM_MODE_TYPE_PREFERRED != 0 } ?? modes.first
    }

    /// The CRTC that already drives the connector, or the first one that can.
    private static func crtc(
        _ card: DRMCard, _ resources: drmModeRes, _ connector: UnsafeMutablePointer<drmModeConnector>
    ) -> UInt32? {
        let crtcs = UnsafeBufferPointer(start: resources.crtcs, count: Int(resources.count_crtcs))
        if let encoder = drmModeGetEncoder(card.number, connector.pointee.encoder_id) {
            defer { drmModeFreeEncoder(encoder) }
            if crtcs.contains(encoder.pointee.crtc_id) { return encoder.pointee.crtc_id }
        }
        let possible = drmModeConnectorGetPossibleCrtcs(card.number, connector)
        return crtcs.indices.first { $0 < 32 && possible & 1 << UInt32($0) != 0 }.map { crtcs[$0] }
    }

    /// Whether a screen with the same preferred mode is still plugged in.
    func isCurrent(_ card: DRMCard) -> Bool {
        guard let connector = drmModeGetConnector(card.number, connector) else { return false }
        defer { drmModeFreeConnector(connector) }
        guard let now = Self.mode(of: connector.pointee) else { return false }
        return now.hdisplay == mode.hdisplay && now.vdisplay == mode.vdisplay && now.clock == mode.clock
            && now.flags == mode.flags
    }
}

/// The properties of a connector or a plane, by name.
struct PropertyTable {
    private var entries: [String: (number: UInt32, value: UInt64)] = [:]

    /// `type` is one of DRM_MODE_OBJECT_….
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
