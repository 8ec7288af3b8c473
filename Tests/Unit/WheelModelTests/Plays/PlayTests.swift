import Testing

/// The effects of turns, presses, requests and time on an instrument, written as plays that a user of the instrument
/// can read: `Texts/*.play`.
@Suite struct PlayTests {
    @Test(arguments: Play.named("turning").acts) func turning(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("axes").acts) func axes(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("ranges").acts) func ranges(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("numbers").acts) func numbers(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("exact").acts) func exact(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("speeds").acts) func speeds(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("commits").acts) func commits(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("buttons").acts) func buttons(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("held").acts) func held(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("locks").acts) func locks(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("actions").acts) func actions(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("commands").acts) func commands(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("ramps").acts) func ramps(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("presets").acts) func presets(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("pending").acts) func pending(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("positions").acts) func positions(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("lighting").acts) func lighting(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("pages").acts) func pages(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("sets").acts) func sets(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("groups").acts) func groups(_ act: Play.Act) { #expect(act.play() == []) }
    @Test(arguments: Play.named("steps").acts) func steps(_ act: Play.Act) {
        #expect(act.play(showsSteps: true) == [])
    }
}
