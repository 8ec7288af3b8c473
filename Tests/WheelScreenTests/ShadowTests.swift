import TestSupport
import Testing
import WheelCanvas
import WheelGeometry
import WheelSettings

@testable import WheelScreen

@Suite struct ShadowTests {
    @Test(arguments: DisplayRotation.allCases, PixelFormat.allCases)
    func whatIsDamagedAloneIsCopiedToItsPlace(_ rotation: DisplayRotation, _ format: PixelFormat) {
        let screenSize = PixelSize(width: 53, height: 31)
        let shadow = Shadow(screen: screenSize, rotation: rotation, format: format)
        let screen = Bitmap(width: screenSize.width, height: screenSize.height, format: format, padding: 5)
        var scribble = Scribble(size: rotation.turned(screenSize), seed: 7)
        for _ in 0..<40 {
            shadow.copy(scribble.drawNext(into: shadow.pixels), to: screen.pixels)
            #expect(differences(scribble.whole(format: format), rotation, screen.pixels) == 0)
        }
    }

    @Test(arguments: DisplayRotation.allCases)
    func aTouchIsWhereThePictureIs(_ rotation: DisplayRotation) {
        let screen = PixelSize(width: 40, height: 30)
        let picture = rotation.turned(screen)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let pixel = screenPixel(x, y, rotation, picture: picture)
                let touched = rotation.picturePlace(
                    ofScreen: Point(
                        x: (Double(pixel.x) + 0.5) / Double(screen.width),
                        y: (Double(pixel.y) + 0.5) / Double(screen.height)))
                #expect(Int(touched.x * Double(picture.width)) == x && Int(touched.y * Double(picture.height)) == y)
                let back = rotation.screenPlace(ofPicture: touched)
                #expect(Int(back.x * Double(screen.width)) == pixel.x)
                #expect(Int(back.y * Double(screen.height)) == pixel.y)
            }
        }
    }
}
