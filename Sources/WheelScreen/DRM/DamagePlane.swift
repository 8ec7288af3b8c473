internal import CDRM
import WheelCanvas
import WheelCore

/// A plane whose driver uses the damage of a new picture, as the drivers of screens behind a slow bus do.
struct DamagePlane {
    /// The maximum number of boxes. Drivers send each box separately, with an overhead for each box.
    private static let mostBoxes = 8

    private let plane: UInt32
    private let framebufferProperty: UInt32
    private let clipsProperty: UInt32

    /// The primary plane of the CRTC; `nil` if its driver does not use damage or does not support atomic commits.
    init?(_ card: DRMCard, crtc: UInt32) {
        guard drmSetClientCap(card.number, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0,
            let planes = drmModeGetPlaneResources(card.number)
        else { return nil }
        defer { drmModeFreePlaneResources(planes) }
        for index in 0..<Int(planes.pointee.count_planes) {
            guard let plane = drmModeGetPlane(card.number, planes.pointee.planes[index]) else { continue }
            defer { drmModeFreePlane(plane) }
            guard plane.pointee.crtc_id == crtc else { continue }
            let properties = PropertyTable(card, of: plane.pointee.plane_id, type: UInt32(DRM_MODE_OBJECT_PLANE))
            guard properties.value("type") == UInt64(DRM_PLANE_TYPE_PRIMARY),
                let framebuffer = properties["FB_ID"], let clips = properties["FB_DAMAGE_CLIPS"]
            else { continue }
            self.plane = plane.pointee.plane_id
            framebufferProperty = framebuffer
            clipsProperty = clips
            return
        }
        return nil
    }

    /// Shows the buffer, which differs from the previous one in `boxes`. An event reports the end of the page flip.
    func show(_ buffer: DumbBuffer, boxes: [PixelRect], on card: DRMCard) throws(ScreenProblem) {
        let clips = boxes.map { box in
            drm_mode_rect(
                x1: Int32(box.x), y1: Int32(box.y), x2: Int32(box.x + box.width), y2: Int32(box.y + box.height))
        }
        var blob: UInt32 = 0
        try card.check("pass the damage to") { number in
            clips.withUnsafeBytes { drmModeCreatePropertyBlob(number, $0.baseAddress, $0.count, &blob) }
        }
        // The blob can be destroyed when this function returns: the kernel holds a reference to it for as long as the
        // commit needs it.
        defer { drmModeDestroyPropertyBlob(card.number, blob) }
        guard let request = drmModeAtomicAlloc() else { preconditionFailure("no memory for a request") }
        defer { drmModeAtomicFree(request) }
        drmModeAtomicAddProperty(request, plane, framebufferProperty, UInt64(buffer.framebuffer))
        drmModeAtomicAddProperty(request, plane, clipsProperty, UInt64(blob))
        try card.check("show a picture on") { drmModeAtomicCommit($0, request, C_DRM_ATOMIC_FLIP, nil) }
    }

    /// The damage, in the screen's coordinates.
    static func boxes(_ damage: DamageRegion, _ rotation: DisplayRotation, picture: PixelSize) -> [PixelRect] {
        damage.rectangles(atMost: mostBoxes).map { rotation.onScreen($0, picture: picture) }
    }
}
