import WheelCore

/// The tables that occur at most once in a file. Each key of these tables is one setting.
enum SingleTables {
    static let all = [socket, state, panel, buttons, touch]

    private static let usual = Settings()

    private static let accounts = ValueType<String>.member.list(0...1000, of: "users and @groups").wholeList()

    private static let socket = Table("[socket]", "The socket for clients, and its permissions.", Settings()) {
        Setting(
            "path", .path(as: "/run/wheeld/wheeld.sock", most: 107),
            otherwise: "`$XDG_RUNTIME_DIR/wheeld.sock`, else `/run/wheeld/wheeld.sock`", { $0.socket.path = $1 },
            "The socket's path, unless the service manager or `--socket` gives it.")
        Setting(
            "mode", .permissions, otherwise: "`\"0660\"`; `\"0600\"` for a user's own socket", { $0.socket.mode = $1 },
            "The socket's permissions: who may connect.")
        Setting(
            "group", .account, otherwise: "`\"input\"`; a user's own socket keeps the user's group",
            { $0.socket.group = $1 },
            "The socket's group.")
        Setting(
            "write", accounts, otherwise: "root, the daemon's own user, `\"@input\"`",
            { $0.socket.writers = $1 },
            "The users and groups that may change values. Everyone else who may connect only reads.")
        Setting(
            "define", accounts, otherwise: "those of `write`", { $0.socket.definers = $1 },
            "The users and groups whose programs may [define controls](protocol.md#defining-controls).")
        Setting(
            "max_clients", .whole(1...10_000), default: usual.socket.maxClients, { $0.socket.maxClients = $1 },
            "The largest number of clients at once. Some places are [kept for clients that may "
                + "write](protocol.md#limits).")
    }

    private static let state = Table(
        "[state]",
        "The file that keeps values and speeds between runs. The file is written atomically, at most once a second.",
        Settings()
    ) {
        Setting(
            "path", .path(as: "/var/lib/wheeld/state.json"),
            otherwise: "`state.json` in `$STATE_DIRECTORY`, else a file in `$XDG_STATE_HOME/wheeld`",
            { $0.state.path = $1 },
            "The file for values and speeds.")
        Setting(
            "restore", .flag, default: true, { $0.state.restores = $1 },
            "Whether values and speeds are restored at start.")
        Setting(
            "every_s", .seconds(.closed(1...86_400)), default: usual.state.interval, { $0.state.interval = $1 },
            "How long an uncommitted value, such as a reading, may wait until it is saved.")
    }

    private static let panel = Table("[panel]", "The panel as a whole.", Settings()) {
        Setting(
            "locked", .flag, default: false, { $0.panel.isLocked = $1 },
            "Whether the panel is locked at start, so that hands change nothing until something unlocks it. A reload "
                + "does not change the lock.")
    }

    private static let buttons = Table(
        "[buttons]", "The durations that distinguish the gestures of buttons.", Settings()
    ) {
        Setting(
            "debounce_ms", .milliseconds(0...1000), default: usual.buttonDebounce, { $0.buttonDebounce = $1 },
            "How long the level of a GPIO button must be stable before a change counts.")
        Setting(
            "double_ms", .milliseconds(1...5000), default: usual.panel.buttons.double, { $0.panel.buttons.double = $1 },
            "The longest pause between the two clicks of a double click.")
        Setting(
            "long_ms", .milliseconds(1...10_000), default: usual.panel.buttons.long, { $0.panel.buttons.long = $1 },
            "How long a button is held for a long press.")
    }

    private static let touch = Table("[touch]", "What counts as a tap.", Settings()) {
        Setting(
            "tap_ms", .milliseconds(1...2000), default: usual.panel.touch.tap, { $0.panel.touch.tap = $1 },
            "The longest duration of a tap.")
        Setting(
            "double_ms", .milliseconds(41...5000), default: usual.panel.touch.double, { $0.panel.touch.double = $1 },
            "The longest pause between the taps of a double tap. Two taps less than 40 ms apart are one tap that bounced."
        )
        Setting(
            "slop_mm", .number(.above(0, upTo: 50)), default: usual.panel.touch.slopMillimetres,
            { $0.panel.touch.slopMillimetres = $1 },
            "How far the finger may move during a tap. The distance is 10 pixels if the device does not report its "
                + "resolution.")
        Setting(
            "first_tap", .word(), default: usual.panel.touch.firstTap, { $0.panel.touch.firstTap = $1 },
            "What the first tap on a plate, a row, a seat or a digit does while another control of the page is marked: "
                + "it acts (`act`), or it only marks its control (`mark`).")
        Setting(
            "two_finger_double", .word(), default: usual.panel.touch.twoFingerDouble,
            { $0.panel.touch.twoFingerDouble = $1 },
            "What a double tap with two fingers on one control does: nothing (`none`), or it resets the control (`reset`)."
        )
    }
}
