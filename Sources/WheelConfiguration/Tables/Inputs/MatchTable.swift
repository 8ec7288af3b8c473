import WheelCore

/// `match = { … }`
enum MatchTable {
    static let name = Key("name", .text(), otherwise: "any", "The device's name; `*` and `?` stand for any characters.")
    static let path = Key(
        "path", .path(as: "/dev/input/event0"), otherwise: "any",
        "The device's node, or a link to it, as `/dev/input/by-id/…`.")
    static let phys = Key(
        "phys", .text(), otherwise: "any",
        "The device's physical path (its port); `*` and `?` stand for any characters.")
    static let uniq = Key(
        "uniq", .text(), otherwise: "any",
        "The device's unique identifier, as a Bluetooth device's address; `*` and `?` stand for any characters.")
    static let vendor = Key("vendor", .whole(0...0xFFFF), otherwise: "any", "The vendor's number, as `0x077d`.")
    static let product = Key("product", .whole(0...0xFFFF), otherwise: "any", "The product's number, as `0x0410`.")
    static let property = Key(
        "property", .property, otherwise: "any", "A udev property that must exist, or must have this value.")

    static let schema = TableSchema(
        "match",
        "The devices of an input. A device must meet every condition, and at least one condition must be given.",
        [name.row, path.row, phys.row, uniq.row, vendor.row, product.row, property.row])

    static func read(_ table: TOMLTable, mistakes: MistakeList) -> DeviceMatch? {
        let reader = TableReader(checking: table, by: schema, mistakes)
        guard !table.entries.isEmpty else {
            return mistakes.add(
                table.place,
                "'match' is empty: give one of \(enumeration(schema.rows.map { quoted($0.name) })), or leave it out")
        }
        return DeviceMatch(
            name: reader.read(name).value, path: reader.read(path).value, phys: reader.read(phys).value,
            uniq: reader.read(uniq).value, vendor: reader.read(vendor).value.map { UInt16(clamping: $0) },
            product: reader.read(product).value.map { UInt16(clamping: $0) }, property: reader.read(property).value)
    }
}

extension ValueType where Value == String {
    /// A udev property, `NAME` or `NAME=VALUE`.
    static let property = text().refined("string", limits: "`NAME` or `NAME=VALUE`") { text in
        let name = text.prefix { $0 != "=" }
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        if isName, !name.isEmpty { return nil }
        return
            "must be a udev property, as \"ID_INPUT_TOUCHSCREEN\" or \"ID_BUS=usb\", not \(quoted(text, quote: "\""))"
    }
}
