import LinuxSystem
import Synchronization
import Testing
import WheelCanvas
import WheelCore
import WheelModel
import WheelScene

@testable import WheelScreen

extension RenderThreadTests {
    @Test func aPictureIsMadeOnRequest() throws {
        let screen = FakeScreen()
        let thread = try start(DisplaySettings(name: "main", framesPerSecond: 500), screen)
        thread.requestPicture(1)
        #expect(eventually { thread.consumeReports().contains(.picture(1, png: nil, PixelSize(width: 0, height: 0))) })
        show(9, on: thread)
        #expect(eventually { screen.record.withLock { $0.frames } == [9] })
        thread.requestPicture(2)
        var png: [UInt8]?
        var picture: PixelSize?
        let isThere = eventually {
            for case .picture(2, let bytes, let size) in thread.consumeReports() { (png, picture) = (bytes, size) }
            return png != nil
        }
        #expect(isThere && picture == PixelSize(width: 64, height: 48))
        #expect(png?.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        thread.stop()
    }

    @Test func allRequestsGetThePicture() throws {
        let screen = FakeScreen()
        let thread = try start(DisplaySettings(name: "main", framesPerSecond: 500), screen)
        show(9, on: thread)
        #expect(eventually { screen.record.withLock { $0.frames.count } == 1 })
        thread.link.requests.withLock { $0 = [1, 2, 3] }
        thread.link.wake.signal()
        var pictures: [Int: [UInt8]] = [:]
        #expect(
            eventually {
                for case .picture(let number, let bytes?, _) in thread.consumeReports() { pictures[number] = bytes }
                return pictures.count == 3
            })
        #expect(Set(pictures.values).count == 1)
        thread.stop()
    }
}
