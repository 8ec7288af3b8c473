import TestSupport
import Testing

@testable import WheelScreen

/// What the names of drivers and devices say about a screen.
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
        let known = DRMCard.hasTwoColours(driver: row.words[0], compatible: Array(row.words.dropFirst()))
        #expect("\(known)" == row.output)
    }

    /// The name of a framebuffer's driver has room for 15 characters.
    @Test func aCardsFramebufferIsKnownWhereItsNameIsCut() throws {
        #expect(FramebufferOutput.belongsToCard("/dev/fb0", "vkmsdrmfb", devices: "/nowhere"))
        #expect(!FramebufferOutput.belongsToCard("/dev/fb0", "panel-mipi-dbid", devices: "/nowhere"))
        #expect(!FramebufferOutput.belongsToCard("/dev/fb1", "fb_ili9341", devices: "/nowhere"))
    }
}
