internal import CEvdev
internal import DeviceSupport
import Testing
internal import WheelCore
internal import WheelInput
internal import WheelModel

@Suite(.enabled(if: Devices.canMakeInputs), .serialized)
struct TouchDeviceTests {
    private func down(_ slot: Int32, _ id: Int32, _ x: Int32, _ y: Int32) -> [KernelEvent] {
        [
            .absolute(ABS_MT_SLOT, slot), .absolute(ABS_MT_TRACKING_ID, id), .absolute(ABS_MT_POSITION_X, x),
            .absolute(ABS_MT_POSITION_Y, y),
        ]
    }

    @Test func fingersComeInWholeFrames() throws {
        let device = try plugged(.touchscreen)
        let instrument = try Instrument(.touch(TouchSettings()))
        #expect(try instrument.next(1) == ["attached"])
        #expect(instrument.surfaces.first?.units == Size(width: 800, height: 480))
        #expect(instrument.surfaces.first?.pixelsPerMillimetre(on: Size(width: 800, height: 480)) == 10)

        try device.emit(down(0, 1, 100, 50))
        try device.emit(down(1, 2, 200, 60) + [.absolute(ABS_MT_SLOT, 0), .absolute(ABS_MT_POSITION_X, 110)])
        try device.emit(.absolute(ABS_MT_SLOT, 1), .absolute(ABS_MT_TOOL_TYPE, MT_TOOL_PALM))
        try device.emit(.absolute(ABS_MT_SLOT, 0), .absolute(ABS_MT_TRACKING_ID, -1))
        try device.emit(.absolute(ABS_MT_SLOT, 1), .absolute(ABS_MT_TRACKING_ID, -1))
        let expected = [
            "touched (100,50)", "touched (110,50) (200,60)", "touched (110,50) (200,60)palm", "touched (200,60)palm",
            "touched ",
        ]
        #expect(try instrument.next(5) == expected)
    }

    /// For a new contact in a slot, the kernel does not repeat a tool type or position that is the same as before.
    @Test func aSecondPalmInASlotIsAPalm() throws {
        let device = try plugged(.touchscreen)
        let palm = [KernelEvent.absolute(ABS_MT_TOOL_TYPE, MT_TOOL_PALM)]
        // The first contact begins and ends before the device is opened.
        try device.emit(down(0, 1, 100, 50) + palm)
        try device.emit(.absolute(ABS_MT_TRACKING_ID, -1))
        let instrument = try Instrument(.touch(TouchSettings()))
        #expect(try instrument.next(1) == ["attached"])
        try device.emit(down(0, 2, 100, 60) + palm)
        try device.emit(.absolute(ABS_MT_TRACKING_ID, -1))
        try device.emit(down(0, 3, 101, 60) + palm)
        try device.emit(.absolute(ABS_MT_TRACKING_ID, -1))
        try device.emit(down(0, 4, 101, 60) + [.absolute(ABS_MT_TOOL_TYPE, MT_TOOL_FINGER)])
        #expect(
            try instrument.next(5)
                == ["touched (100,60)palm", "touched ", "touched (101,60)palm", "touched ", "touched (101,60)"])
    }

    /// The kernel drops the event in which a slot's tool type becomes palm. The next contact in this slot is a palm all
    /// the same.
    @Test func aPalmInAnOverflowIsAPalm() throws {
        let device = try plugged(.touchscreen)
        let instrument = try Instrument(.touch(TouchSettings()))
        #expect(try instrument.next(1) == ["attached"])
        try device.emit(.absolute(ABS_MT_SLOT, 1), .absolute(ABS_MT_TOOL_TYPE, MT_TOOL_PALM))
        for x in 0..<1000 {
            try device.emit(.absolute(ABS_MT_SLOT, 0), .absolute(ABS_MT_POSITION_X, Int32(201 + x % 2)))
        }
        _ = try instrument.run { instrument.dropped > 0 }
        try instrument.run(milliseconds: 20)
        instrument.forgetLines()
        try device.emit(down(1, 1, 100, 50))
        #expect(try instrument.next(1) == ["touched (100,50)palm"])
    }

    /// A contact id from a uinput device may have any bits, and contacts of two screens may have the same id.
    @Test(arguments: [1, 1 << 17, 3 << 17, 0x7fff_ffff] as [Int32]) func fingersOfTwoScreensWithOneIdStayApart(
        _ id: Int32
    ) throws {
        let devices = try [plugged(.touchscreen), plugged(.touchscreen)]
        let instrument = try Instrument(.touch(TouchSettings()))
        _ = try instrument.next(2)
        for device in devices { try device.emit(down(0, id, 100, 50)) }
        #expect(try instrument.next(2) == ["touched (100,50)", "touched (100,50) (100,50)"])
        #expect(Set(instrument.contacts.map(\.id)).count == 2)
        for device in devices { try device.emit(.absolute(ABS_MT_TRACKING_ID, -1)) }
        #expect(try instrument.next(2) == ["touched (100,50)", "touched "])
    }

    /// A screen whose axes have no range cannot report positions.
    @Test func axesWithoutARangeAreRefused() throws {
        var description = InputDescription.singleTouch
        description.absolute = [.init(ABS_X, 0...0), .init(ABS_Y, 0...479)]
        let device = try plugged(description)
        let instrument = try Instrument(.touch(TouchSettings()))
        #expect(try instrument.next(1) == ["waiting"])
        let detail = instrument.hub?.state(of: 0).detail ?? ""
        #expect(detail.contains("\(device.path): its axes have no range"), "\(detail)")
    }

    @Test func aFingerTurnsTheControl() throws {
        let device = try plugged(.touchscreen)
        let instrument = try Instrument(.touch(TouchSettings()))
        #expect(try instrument.next(1) == ["attached"])
        try device.emit(down(0, 1, 100, 50))
        for x in 101...200 { try device.emit(.absolute(ABS_MT_POSITION_X, Int32(x))) }
        try device.emit(.absolute(ABS_MT_TRACKING_ID, -1))
        _ = try instrument.run { instrument.commits == 1 }
        #expect(instrument.commits == 1)
        #expect(instrument.count > 0)
    }

    @Test func aSingleFingerIsNumberedHere() throws {
        let device = try plugged(.singleTouch)
        let instrument = try Instrument(.touch(TouchSettings()))
        #expect(try instrument.next(1) == ["attached"])
        #expect(instrument.surfaces.first?.units == Size(width: 1024, height: 768))
        #expect(instrument.surfaces.first?.millimetres == nil)
        instrument.hub?.setTouchArea(of: 0, to: Size(width: 512, height: 384))
        var ids: Set<Int> = []
        for _ in 0..<2 {
            try device.emit(.key(BTN_TOUCH, 1), .absolute(ABS_X, 300), .absolute(ABS_Y, 500))
            #expect(try instrument.next(1) == ["touched (100,200)"])
            ids.formUnion(instrument.contacts.map(\.id))
            try device.emit(.key(BTN_TOUCH, 0))
            #expect(try instrument.next(1) == ["touched "])
            try device.emit(.absolute(ABS_X, 0), .absolute(ABS_Y, 0))
            _ = try instrument.next(1)
        }
        #expect(ids.count == 2)
    }

    @Test func theMatrixTransformsPositions() throws {
        let device = try plugged(.touchscreen)
        // A quarter turn, as for a display in portrait format.
        let instrument = try Instrument(.touch(TouchSettings(matrix: [0, -1, 1, 1, 0, 0])))
        #expect(try instrument.next(1) == ["attached"])
        instrument.hub?.setTouchArea(of: 0, to: Size(width: 480, height: 800))
        try device.emit(down(0, 1, 200, 120))
        #expect(try instrument.next(1) == ["touched (360,200)"])
    }

    @Test func anOverflowCancelsAndCorrectsTheFingers() throws {
        let device = try plugged(.touchscreen)
        let instrument = try Instrument(.touch(TouchSettings()))
        #expect(try instrument.next(1) == ["attached"])
        try device.emit(down(0, 1, 100, 50) + down(1, 2, 200, 60))
        #expect(try instrument.next(1) == ["touched (100,50) (200,60)"])
        // The kernel's queue of a screen is longer than a knob's, so many events are needed to fill it.
        for x in 0..<1000 {
            try device.emit(.absolute(ABS_MT_SLOT, 1), .absolute(ABS_MT_POSITION_X, Int32(201 + x % 2)))
        }
        try device.emit(.absolute(ABS_MT_SLOT, 0), .absolute(ABS_MT_TRACKING_ID, -1))
        let lines = try instrument.next(3)
        #expect(lines.prefix(2) == ["dropped 1", "cancelled"])
        #expect(lines.last == "touched (202,60)")
        #expect(instrument.dropped >= 1)
    }

    /// The screen is lost during a drag. The drag is committed.
    @Test func unpluggingMidDragCommits() throws {
        let device = try plugged(.touchscreen)
        let instrument = try Instrument(.touch(TouchSettings()))
        #expect(try instrument.next(1) == ["attached"])
        try device.emit(down(0, 1, 100, 50))
        for x in 101...150 { try device.emit(.absolute(ABS_MT_POSITION_X, Int32(x))) }
        _ = try instrument.run { instrument.count > 0 }
        try instrument.run(milliseconds: 20)
        instrument.forgetLines()
        device.unplug()
        #expect(try instrument.next(3) == ["cancelled", "lost", "waiting"])
        _ = try instrument.run { instrument.commits == 1 }
        #expect(instrument.commits == 1)
    }
}
