import Glibc
import TestSupport
import Testing

@testable import WheelScreen

@Suite struct ScreenKindTests {
    @Test(
        "The driver of small OLEDs has panels of two colours, of greys and of colours",
        arguments: table(
            """
            ssd130x                             -> true
            ssd130x solomon,ssd1306             -> true
            ssd130x sinowealth,sh1106           -> true
            ssd130x solomon,ssd1322             -> false
            ssd130x solomon,ssd1327             -> false
            ssd130x solomon,ssd1331             -> false
            repaper                             -> true
            sharp_memory_display                -> true
            vc4                                 -> false
            """))
    func colours(_ row: Row) {
        func isKnown(isThemeGiven: Bool) -> Bool {
            DRMCard.hasTwoColours(
                driver: row.words[0], compatible: Array(row.words.dropFirst()), isThemeGiven: isThemeGiven)
        }
        #expect("\(isKnown(isThemeGiven: false))" == row.output)
        #expect(!isKnown(isThemeGiven: true))
    }

    @Test(
        "Electronic paper may take longer for a picture",
        arguments: table(
            """
            repaper              -> 15
            sharp_memory_display -> 3
            vc4                  -> 3
            """))
    func patience(_ row: Row) {
        #expect("\(Int(DRMCard.patience(driver: row.words[0]).seconds))" == row.output)
    }

    /// The name of a framebuffer's driver has room for 15 characters, so the ending `drmfb` of a card's driver may be
    /// cut off.
    @Test func aCardsFramebufferIsKnownWhereItsNameIsCut() throws {
        #expect(FramebufferOutput.belongsToCard("/dev/fb0", "vkmsdrmfb", devices: "/nowhere"))
        #expect(!FramebufferOutput.belongsToCard("/dev/fb0", "panel-mipi-dbid", devices: "/nowhere"))
        #expect(!FramebufferOutput.belongsToCard("/dev/fb1", "fb_ili9341", devices: "/nowhere"))
        // As in /sys/class/graphics: fb0 belongs to a card, and fb1 to a driver of its own.
        let folders = ["", "/fb0", "/fb0/device", "/fb0/device/drm", "/fb0/device/drm/card1", "/fb1", "/fb1/device"]
        var template = Array("/tmp/wheeld-fb-XXXXXX".utf8CString)
        let devices = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { for folder in folders.reversed() { rmdir(devices + folder) } }
        for folder in folders.dropFirst() { mkdir(devices + folder, 0o700) }
        #expect(FramebufferOutput.belongsToCard("/dev/fb0", "panel-mipi-dbid", devices: devices))
        #expect(!FramebufferOutput.belongsToCard("/dev/fb1", "panel-mipi-dbid", devices: devices))
    }
}
