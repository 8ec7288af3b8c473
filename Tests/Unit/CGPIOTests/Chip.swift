internal import CGPIO
internal import LinuxSystem

/// A GPIO chip opened through the C interface. `deinit` closes it.
final class Chip {
    let pointer: OpaquePointer

    init(_ which: String) throws(Errno) {
        var opened: OpaquePointer?
        let result = cgpio_chip_open(which, &opened)
        guard result == 0, let opened else { throw Errno(rawValue: -result) }
        pointer = opened
    }

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { cgpio_chip_close(pointer) }

    var name: String { String(cString: cgpio_chip_name(pointer)) }
    var label: String { String(cString: cgpio_chip_label(pointer)) }
    var lineCount: Int { Int(cgpio_chip_line_count(pointer)) }

    static var numbers: [Int32] {
        var numbers: [Int32] = []
        while case let next = cgpio_next_chip(numbers.last ?? -1), next >= 0 { numbers.append(next) }
        return numbers
    }

    /// The line with this name and its chip, if only one line of all chips has the name.
    static func withLine(named name: String) throws(Errno) -> (chip: Chip, offset: Int32) {
        var opened: OpaquePointer?
        let offset = cgpio_find_line(name, &opened)
        guard offset >= 0, let opened else { throw Errno(rawValue: -offset) }
        return (Chip(opened), offset)
    }

    func offset(ofLine name: String) throws(Errno) -> Int32 {
        let offset = cgpio_chip_find_line(pointer, name)
        guard offset >= 0 else { throw Errno(rawValue: -offset) }
        return offset
    }

    struct Line: Equatable {
        var name: String?
        var consumer: String?
        var isUsed = false
        var isOutput = false
        var isActiveLow = false
    }

    func line(_ offset: UInt32) throws(Errno) -> Line {
        var info = cgpio_line_info()
        let result = cgpio_chip_line_info(pointer, offset, &info)
        guard result == 0 else { throw Errno(rawValue: -result) }
        return Line(
            name: info.name.map { String(cString: $0) }, consumer: info.consumer.map { String(cString: $0) },
            isUsed: info.used, isOutput: info.output, isActiveLow: info.active_low)
    }
}
