/// What all clients together may cost: the loop's time, the bytes that are sent to them and written to the disk, and the lines of
/// the log.
///
/// Limits on the size of requests do not bound these. A definition of 50 KB can make a listing of 25 MB for each client, and a
/// request of 70 bytes can take a thousand times as long as another one. docs/protocol.md has the limits that a client meets;
/// `WireProtocol` has the longest line, and `[socket] max_clients` the number of clients.
public enum Budget {
    // MARK: Time

    /// How long the loop answers requests until it reads the inputs again.
    public static let requests = Interval.milliseconds(5)
    /// How long it answers the requests of one client until the next one has its turn.
    public static let turn = Interval.milliseconds(1)
    /// The longest that clients can keep the loop in an iteration, on a computer of 2020: one definition, its end or a reload.
    /// Nothing enforces it. Debug builds assert it, and `scripts/bench hostile` measures it. The watchdog waits 10 s, and a
    /// small board is some ten times slower.
    public static let iteration = Interval.milliseconds(200)

    // MARK: Bytes

    /// The longest that the state of all controls and presets that clients define can become, by what is set and stored.
    public static let listingBytes = 8 << 20
    /// The events that wait for a client.
    public static let waitingBytes = 2 << 20
    /// What is remembered of controls and presets that are not defined now.
    public static let rememberedBytes = 1 << 20
    /// The longest state file, which is the longest that is read again.
    public static let stateBytes = 1 << 24

    /// The mistakes of definitions that are reported at once. Others are found when these are corrected.
    public static let mistakes = 1000

    // MARK: Lines

    /// The lines that one place of the program may log: at once, and in each second in the long run.
    public static let logLines = (atOnce: 200, perSecond: 10)

    // MARK: Places

    /// The displays of a configuration.
    public static let displays = 16
    /// The views of all clients. Half of them is kept for clients that may write, and so is half of `viewPixels`.
    public static let views = 32
    /// The pixels of all drawings of views, and of one.
    public static let viewPixels = (all: 12_000_000, each: 4_000_000)
    /// The frames of a view that its client has not confirmed.
    public static let unseenFrames = 2
    /// How long a client with a finger or a button down may be silent, before both are released.
    public static let silence = Interval.seconds(1)

    /// How many clients that may neither write nor define one user can have, and how many all of them can have.
    public static func readers(of places: Int) -> (user: Int, all: Int) {
        (places - places / 2, places - min(4, places / 4))
    }
}
