internal import LinuxSystem
import ModelTestSupport
import Testing
import WheelCore
import WheelModel
import WheelWire

@testable import wheeld

/// The listing is written once for all clients that request it, until it may have changed.
@Suite struct ListingTests {
    @Test func whileSomethingGoesOnItIsWrittenOnceInAnIteration() throws {
        let control = ControlSettings(name: "a", quantity: .float(NumberSettings(range: ValueRange(0, 100))))
        var settings = Settings()
        settings.panel = PanelSettings(controls: [control])
        let daemon = try Daemon(settings, source: SettingsSource(), socketOption: nil, notify: try NotifySocket())
        let still = Self.place(of: daemon.listing)
        #expect(Self.place(of: daemon.listing) == still)
        daemon.iterations += 1
        #expect(Self.place(of: daemon.listing) == still)

        let manner = SetManner(commits: false)
        _ = try daemon.panel.set(
            [(0, .number(3))], manner: manner, by: .client(1), at: .now, into: &daemon.changes)
        daemon.requestsDone += 1
        #expect(daemon.panel.deadline != nil)
        let moving = daemon.listing
        #expect(moving.controls[0].isEditing)
        #expect(Self.place(of: daemon.listing) == Self.place(of: moving))
        daemon.iterations += 1
        #expect(Self.place(of: daemon.listing) != Self.place(of: moving))
    }

    @Test func aListingThatIsOutOfDateIsNotKept() throws {
        let daemon = try Daemon(Settings(), source: SettingsSource(), socketOption: nil, notify: try NotifySocket())
        _ = daemon.listing
        daemon.dropOldListing()
        #expect(daemon.keptListing != nil)
        daemon.requestsDone += 1
        daemon.dropOldListing()
        #expect(daemon.keptListing == nil)
    }

    private static func place(of listing: Listing) -> UnsafeRawPointer? {
        listing.written?.withUnsafeBytes { $0.baseAddress }
    }
}
