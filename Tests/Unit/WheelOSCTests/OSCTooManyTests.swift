import Testing
import WheelCore
import WheelModel

@testable import WheelOSC
@testable import WheelWire

@Suite struct OSCTooManyTests {
    @Test func controlsWithoutAnAddressAreSaid() throws {
        var bench = try OSCBench()
        var listing = OSCBench.listing
        let cutoff = listing.controls[0]
        while listing.controls.count < OSCTable.mostControls {
            var control = cutoff
            control.name = "c\(listing.controls.count)"
            listing.controls.append(control)
        }
        bench.core.receive(Event(seq: 1, time: .distantPast, content: .controls(listing)))
        #expect(bench.core.missing == [])
        listing.controls.append(cutoff)
        bench.core.receive(Event(seq: 1, time: .distantPast, content: .controls(listing)))
        #expect(
            bench.core.missing == ["only the first 512 controls have an address: tables [[osc.control]] choose others"])
    }
}
