/// Limits on what all clients together may use: the loop's time, the bytes that are sent to them or written to the
/// disk, and the lines of the log.
///
/// Limits on the size of requests would not be enough: a definition of 50 KB can produce a listing of 25 MB for each
/// client, and one request of 70 bytes can take a thousand times as long as another. docs/protocol.md lists the limits
/// that clients can reach. `WireProtocol` defines the longest line, and `[socket] max_clients` the number of clients.
public enum Budget {
    // MARK: Time

    /// How long the loop answers requests before it reads the inputs again.
    public static let requests = Interval.milliseconds(5)
    /// How long the loop answers requests of one client before it continues with the next client.
    public static let turn = Interval.milliseconds(1)
    /// The longest time for which a client's definition, its removal or a reload can occupy the loop in one iteration,
    /// on a computer of 2020. Nothing enforces this limit, but debug builds, which are slower, assert 25 times this
    /// time, and `scripts/bench hostile` measures the time. A small board is about ten times slower and needs 2 s, less
    /// than the 10 s of the watchdog.
    public static let iteration = Interval.milliseconds(200)

    // MARK: Bytes

    /// The maximum size, in bytes of JSON, of the listing of all that clients define. Each control and preset counts as
    /// if it had the longest value that it can have.
    public static let listingBytes = 8 << 20
    /// The maximum size of the events that wait to be sent to one client; further events replace the oldest. If the
    /// values that wait for one client exceed the same size, they are merged.
    public static let waitingBytes = 2 << 20
    /// The maximum size of the remembered values of controls and presets that no definition contains at the moment.
    public static let rememberedBytes = 1 << 20
    /// The maximum size of the state file, both for writing and for reading.
    public static let stateBytes = 1 << 24

    /// The maximum number of mistakes that are reported for definitions at once. Further mistakes are reported when the
    /// first ones are corrected.
    public static let mistakes = 1000

    // MARK: Lines

    /// The number of lines that one place in the program may log: in one burst, and per second on average.
    public static let logLines = (atOnce: 200, perSecond: 10)

    // MARK: Places

    /// The maximum number of displays in a configuration.
    public static let displays = 16
    /// The maximum number of views of all clients together. Half of the views and half of `viewPixels` are reserved for
    /// clients that may write.
    public static let views = 32
    /// The maximum number of pixels of all views together, and of one view.
    public static let viewPixels = (all: 12_000_000, each: 4_000_000)
    /// The maximum number of frames of a view that are sent before the client has confirmed the first of them.
    public static let unseenFrames = 2
    /// How long the client of a view may send nothing while it holds a finger or a button down. Then the finger and the
    /// button are released.
    public static let silence = Interval.seconds(1)

    /// The maximum number of connections, out of `places`, for clients that may neither write nor define: for the
    /// clients of one user (`user`), and for the clients of all users together (`all`).
    public static func readers(of places: Int) -> (user: Int, all: Int) {
        (places - places / 2, places - min(4, places / 4))
    }
}
