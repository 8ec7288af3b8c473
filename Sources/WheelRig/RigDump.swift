/// The description of a rig, which Hamlib's clients request with `\dump_state` when they connect, in version 1 of
/// Hamlib's format.
struct RigDump {
    let range: ClosedRange<Double>
    let modes: [String]
    let levels: [String]
    let functions: [String]

    /// The highest frequency in Hz, for a control whose range has no end.
    static let highest = 1e12

    /// Hamlib's levels and functions in the order of their bits, from bit 0 on.
    private static let levelNames = [
        "PREAMP", "ATT", "VOXDELAY", "AF", "RF", "SQL", "IF", "APF", "NR", "PBT_IN", "PBT_OUT", "CWPITCH", "RFPOWER",
        "MICGAIN", "KEYSPD", "NOTCHF", "COMP", "AGC", "BKINDL", "BAL", "METER", "VOXGAIN", "ANTIVOX", "SLOPE_LOW",
        "SLOPE_HIGH", "BKIN_DLYMS", "RAWSTR", "", "SWR", "ALC", "STRENGTH", "", "RFPOWER_METER", "COMP_METER",
        "VD_METER", "ID_METER", "NOTCHF_RAW", "MONITOR_GAIN", "NB",
    ]
    private static let functionNames = [
        "FAGC", "NB", "COMP", "VOX", "TONE", "TSQL", "SBKIN", "FBKIN", "ANF", "NR", "AIP", "APF", "MON", "MN", "RF",
        "ARO", "LOCK", "MUTE", "VSC", "REV", "SQL", "ABM", "BC", "MBC", "RIT", "AFC", "SATMODE", "SCOPE", "RESUME",
        "TBURST", "TUNER", "XIT",
    ]

    var text: String {
        let modeBits = modes.reduce(0) { $0 | RigModes.bit($1) }
        // If there is no mode with a bit of its own, the description lists Hamlib's first nine modes.
        let modes = modeBits == 0 ? "0x1ff" : RigDump.hexadecimal(modeBits)
        let levels = RigDump.bits(levels, in: RigDump.levelNames)
        let functions = RigDump.bits(functions, in: RigDump.functionNames)
        let lines: [String] = [
            // The version, the model (NET rigctl) and the region.
            "1", "2", "0",
            // The range in which the rig receives, with modes, powers, VFO A and antenna 1. The described rig transmits
            // in no range.
            "\(RigNumber.text(range.lowerBound)).000000 \(RigNumber.text(range.upperBound)).000000 \(modes) -1 -1 0x1 0x1",
            "0 0 0 0 0 0 0", "0 0 0 0 0 0 0",
            // Steps of 1 Hz, and no filters.
            "\(modes) 1", "0 0", "0 0",
            // No RIT, XIT, IF shift, announcements, preamplifiers or attenuators.
            "0", "0", "0", "0", "0", "0",
            functions, functions, levels, levels, "0x0", "0x0",
            "vfo_ops=0x0", "ptt_type=0x0", "targetable_vfo=0x0", "has_set_vfo=0", "has_get_vfo=1", "has_set_freq=1",
            "has_get_freq=1", "has_set_conf=0", "has_get_conf=0", "has_power2mW=0", "has_mW2power=0", "timeout=2000",
            "done",
        ]
        return lines.map { "\($0)\n" }.joined()
    }

    private static func bits(_ names: [String], in known: [String]) -> String {
        hexadecimal(names.reduce(0) { bits, name in bits | (known.firstIndex(of: name).map { 1 << UInt64($0) } ?? 0) })
    }

    private static func hexadecimal(_ bits: UInt64) -> String { "0x" + String(bits, radix: 16) }
}
