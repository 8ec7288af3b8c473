import DeviceSupport
import LinuxSystem
import TestSupport
import Testing
import WheelCanvas
import WheelCore

@testable import WheelScreen

@Suite(.enabled(if: SimulatedScreens.card != nil), .serialized)
struct DRMOutputDeviceTests {
    private func waitForFlip(_ output: DRMOutput) throws {
        #expect(
            try Patience.until {
                if output.isBusy { try output.proceed() }
                return !output.isBusy
            })
    }

    @Test(arguments: [(DisplayRotation.none, 40), (.quarter, 6), (.half, 6), (.threeQuarters, 6)])
    func thePictureEqualsAFullRedrawAfterEachFlip(_ rotation: DisplayRotation, _ frames: Int) throws {
        let output = try DRMOutput.open(nil, rotation: rotation)
        #expect(output.name == "/dev/dri/card0 Virtual-1 1024×768")
        #expect(output.size == rotation.turned(PixelSize(width: 1024, height: 768)))
        let reader = try CardReader("/dev/dri/card0")
        var scribble = Scribble(size: output.size, seed: 3)
        var shown: [UInt32] = []
        for _ in 0..<frames {
            try output.show(scribble.drawNext(into: output.pixels))
            try waitForFlip(output)
            shown.append(reader.shownBuffer())
            let whole = scribble.whole(format: output.pixels.format)
            #expect(try reader.withShownPixels { differences(whole, rotation, $0) } == 0)
        }
        #expect(output.frameCount == frames)
        // The two buffers alternate.
        #expect(Set(shown).count == 2)
        #expect(zip(shown, shown.dropFirst()).allSatisfy { $0 != $1 })
    }

    /// Page flips follow the screen's rate of 60 per second.
    @Test func flipsFollowTheScreen() throws {
        let output = try DRMOutput.open("/dev/dri/card0", rotation: .none)
        var scribble = Scribble(size: output.size, seed: 4)
        try output.show(scribble.drawNext(into: output.pixels))
        let damage = scribble.drawNext(into: output.pixels)
        try output.show(damage)
        #expect(output.isBusy)
        try waitForFlip(output)
        let start = Patience.nowMicroseconds
        for _ in 0..<30 {
            try output.show(DamageRegion())
            try waitForFlip(output)
        }
        let taken = Patience.nowMicroseconds - start
        print("30 flips took \(taken) µs")
        #expect(taken > 29 * 16_000)
    }

    @Test func aSecondProgramIsRefused() throws {
        let program = try Descriptor.open("/dev/dri/card0", .readWrite)
        #expect(throws: ScreenProblem.taken("/dev/dri/card0: another program uses the screen")) {
            _ = try DRMOutput.open(nil, rotation: .none)
        }
        try program.close()
    }

    @Test func aSecondDisplayIsToldThatAnotherOneHasTheScreen() throws {
        let first = try DRMOutput.open("/dev/dri/card0", rotation: .none)
        #expect(throws: ScreenProblem.taken("/dev/dri/card0: another display uses its screen Virtual-1")) {
            _ = try DRMOutput.open(nil, rotation: .none)
        }
        withExtendedLifetime(first) {}
    }

    @Test func theLastDisplayClosesTheCard() throws {
        for _ in 0..<2 {
            let output = try DRMOutput.open(DisplaySettings(name: "main", output: .connector("Virtual-1")))
            var scribble = Scribble(size: output.size, seed: 6)
            try output.show(scribble.drawNext(into: output.pixels))
        }
        let program = try Descriptor.open("/dev/dri/card0", .readWrite)
        #expect(throws: ScreenProblem.taken("/dev/dri/card0: another program uses the screen")) {
            _ = try DRMOutput.open(DisplaySettings(name: "main", output: .connector("Virtual-1")))
        }
        try program.close()
    }

    @Test func aScreenMayBePluggedInAndUnpluggedLater() throws {
        defer { try? SimulatedScreens.plug(.detect) }
        try SimulatedScreens.plug(.off)
        #expect(throws: ScreenProblem.absent("/dev/dri/card0: no screen is plugged in")) {
            _ = try DRMOutput.open(nil, rotation: .none)
        }
        try SimulatedScreens.plug(.on)
        let output = try DRMOutput.open(nil, rotation: .none)
        _ = try output.check()
        try SimulatedScreens.plug(.off)
        #expect(throws: ScreenProblem.absent("/dev/dri/card0 Virtual-1: the screen was unplugged")) {
            _ = try output.check()
        }
    }

    @Test func otherDevicesAndMissingCardsHaveTheirOwnErrors() {
        #expect(throws: ScreenProblem.absent("/dev/dri/card9: there is no such device")) {
            _ = try DRMOutput.open("/dev/dri/card9", rotation: .none)
        }
        #expect(throws: ScreenProblem.absent("/dev/null: no screen can be plugged in there")) {
            _ = try DRMOutput.open("/dev/null", rotation: .none)
        }
    }

    @Test func aScreenIsBlankedAndUnblanked() throws {
        let output = try DRMOutput.open(nil, rotation: .none)
        var scribble = Scribble(size: output.size, seed: 5)
        try output.show(scribble.drawNext(into: output.pixels))
        try output.blank(true)
        try output.blank(false)
        try output.show(scribble.drawNext(into: output.pixels))
        try waitForFlip(output)
        #expect(!output.isBusy)
    }
}

extension DRMOutput {
    /// Opens an output with the defaults of all other keys of a display.
    static func open(_ path: String?, rotation: DisplayRotation) throws(ScreenProblem) -> DRMOutput {
        try open(DisplaySettings(name: "main", output: .drm(path), rotation: rotation))
    }

    static func open(_ display: DisplaySettings) throws(ScreenProblem) -> DRMOutput {
        try Screens.find(display) { path, wish throws(ScreenProblem) in
            try DRMOutput(path, wish, display)
        } framebuffer: { _, _ -> DRMOutput in
            preconditionFailure("no framebuffer was asked for")
        } remote: { _ -> DRMOutput in
            preconditionFailure("no remote display was asked for")
        }
    }
}
