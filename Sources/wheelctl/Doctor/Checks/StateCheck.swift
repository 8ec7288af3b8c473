import WheelWire

/// Whether values are saved across restarts of the daemon, according to the daemon.
enum StateCheck {
    static func finding(_ statistics: Statistics) -> Finding? {
        statistics.unsaved.map { reason in
            .wrong(
                "state", "values are not saved: \(reason)",
                "mend that, or name another file by 'path' in [state]; wheeld tries again every 5 s",
                "journalctl -u wheeld -g 'state:'     shows since when")
        }
    }
}
