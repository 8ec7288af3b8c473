/// The modes of rigs, by the words of Hamlib and of gqrx.
enum RigModes {
    /// The words in the order of Hamlib's bits, from bit 0 on.
    static let words = [
        "AM", "CW", "USB", "LSB", "RTTY", "FM", "WFM", "CWR", "RTTYR", "AMS", "PKTLSB", "PKTUSB", "PKTFM", "ECSSUSB",
        "ECSSLSB", "FA", "SAM", "SAL", "SAH", "DSB",
    ]
    /// The words of modes that have a higher bit in Hamlib, or that only gqrx has.
    static let otherWords = ["FMN", "PKTAM", "CWU", "CWL", "NFM", "WFM_ST", "WFM_ST_OIRT", "RAW", "OFF"]

    /// The word for the name of a position: `usb`, `Wfm-St` and `pkt_usb` mean `USB`, `WFM_ST` and `PKTUSB`. `nil` for
    /// an unknown mode.
    static func word(named name: some StringProtocol) -> String? {
        let key = key(name)
        return (words + otherWords).first { self.key($0) == key }
    }

    /// The name for comparisons: in upper case and without separators.
    static func key(_ name: some StringProtocol) -> String {
        String(name.uppercased().filter { $0 != "-" && $0 != "_" && $0 != " " })
    }

    /// Hamlib's bit for a word; 0 if `words` does not contain the word.
    static func bit(_ word: String) -> UInt64 { words.firstIndex(of: word).map { 1 << UInt64($0) } ?? 0 }
}
