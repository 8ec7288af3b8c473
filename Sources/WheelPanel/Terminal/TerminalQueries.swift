import WheelCore

/// The queries to a terminal at the start: whether it can show pixels, and the colour of its background.
///
/// Terminals answer in order, and every terminal answers the last query, DA1. So after this answer no other answer is
/// missing. Nothing is sent through a multiplexer to the terminal behind it: the multiplexer draws cells, and would not
/// know where the picture is.
struct TerminalQueries: Equatable {
    /// The number of the one-pixel picture that a terminal with the Kitty protocol reads and drops.
    static let kittyNumber = 31
    /// How long to wait for the answers.
    static let patience = Interval.seconds(1)

    let text: String
    /// How pictures are shown, whatever the terminal answers; `nil` if its answers decide.
    let forced: TerminalGraphics?

    /// `name` is `TERM`. `wanted` is the user's choice, which overrides the terminal's answers.
    init(name: String?, wanted: TerminalGraphics?) {
        let name = name ?? "dumb"
        let isMultiplexer = name.hasPrefix("screen") || name.hasPrefix("tmux")
        // tmux answers that it supports sixel even if the terminal behind it does not. Then tmux shows text instead of
        // the picture. So a multiplexer gets no pictures unless the user wants them.
        forced = wanted ?? (isMultiplexer ? .cells : nil)
        guard name != "linux", name != "dumb" else {
            // These terminals print sequences that they do not know, so they are not queried.
            text = ""
            return
        }
        var text = "\u{1B}]11;?\u{1B}\\"
        if forced != .cells {
            text += "\u{1B}[16t\u{1B}[?2;1;0S\u{1B}[?1;1;0S\u{1B}[?1;4;0S\u{1B}[?1016$p"
            // GNU screen prints this query, and tmux interprets it as a title, so neither gets it.
            if !isMultiplexer {
                text += "\u{1B}_Gi=\(TerminalQueries.kittyNumber),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
            }
        }
        self.text = text + "\u{1B}[c"
    }
}
