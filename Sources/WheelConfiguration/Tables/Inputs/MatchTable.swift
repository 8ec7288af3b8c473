import WheelCore

/// `match = { … }`
enum MatchTable {
    static let table = Table(
        "match",
        "The devices of an input. A device must meet every condition, and at least one condition must be given.",
        DeviceMatch()
    ) {
        Setting(
            "name", .text(), otherwise: "any", { $0.name = $1 },
            "The device's name; `*` and `?` stand for any characters.")
        Setting(
            "path", .path(as: "/dev/input/event0"), otherwise: "any", { $0.path = $1 },
            "The device's node, or a link to it, as `/dev/input/by-id/…`.")
        Setting(
            "phys", .text(), otherwise: "any", { $0.phys = $1 },
            "The device's physical path (its port); `*` and `?` stand for any characters.")
        Setting(
            "uniq", .text(), otherwise: "any", { $0.uniq = $1 },
            "The device's unique identifier, as a Bluetooth device's address; `*` and `?` stand for any characters.")
        Setting(
            "vendor", .whole(0...0xFFFF), otherwise: "any", { $0.vendor = UInt16(clamping: $1) },
            "The vendor's number, as `0x077d`.")
        Setting(
            "product", .whole(0...0xFFFF), otherwise: "any", { $0.product = UInt16(clamping: $1) },
            "The product's number, as `0x0410`.")
        Setting(
            "property", .property, otherwise: "any", { $0.property = $1 },
            "A udev property that must exist, or must have this value.")
    }

    static let type = table.type { match, reader -> DeviceMatch? in
        guard reader.table.entries.isEmpty else { return match }
        let keys = enumeration(reader.schema.rows.map { quoted($0.name) })
        return reader.mistakes.add(
            reader.place, "'match' is empty: give one of \(keys), or leave it out")
    }
}

extension ValueType where Value == String {
    static let property = text().refined("string", limits: "`NAME` or `NAME=VALUE`") { text in
        let name = text.prefix { $0 != "=" }
        let isName = name.unicodeScalars.allSatisfy {
            ("A"..."Z").contains($0) || ("a"..."z").contains($0) || ("0"..."9").contains($0)
                || "_.-".unicodeScalars.contains($0)
        }
        if isName, !name.isEmpty { return nil }
        return
            "must be a udev property, as \"ID_INPUT_TOUCHSCREEN\" or \"ID_BUS=usb\", not \(quoted(text, quote: "\""))"
    }
}
