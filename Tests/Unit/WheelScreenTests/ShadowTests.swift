import TestSupport
import Testing
import WheelCanvas
import WheelCore
import WheelScene

@testable import WheelScreen

@Suite struct ShadowTests {
    @Test(arguments: DisplayRotation.allCases, PixelFormat.allCases)
    func onlyTheDamageIsCopied(_ rotation: DisplayRotation, _ format: PixelFormat) {
        let screenSize = PixelSize(width: 53, height: 31)
        let shadow = Shadow(screen: screenSize, rotation: rotation, format: format)
        let screen = Bitmap(width: screenSize.width, height: screenSize.height, format: format, padding: 5)
        var scribble = Scribble(size: rotation.turned(screenSize), seed: 7)
        for _ in 0..<40 {
            shadow.copy(scribble.drawNext(into: shadow.pixels), to: screen.pixels)
            #expect(differences(scribble.whole(format: format), rotation, screen.pixels) == 0)
        }
    }

    /// Touches and pixels are rotated alike.
    @Test(arguments: DisplayRotation.allCases)
    func aTouchIsWhereThePictureIs(_ rotation: DisplayRotation) {
        let screen = PixelSize(width: 40, height: 30)
        let picture = rotation.turned(screen)
        let transform = rotation.transform(to: Size(width: 40, height: 30))
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let pixel = screenPixel(x, y, rotation, picture: picture)
                let place = transform.apply(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
                #expect(Int(place.x) == pixel.x && Int(place.y) == pixel.y)
            }
        }
    }
}
