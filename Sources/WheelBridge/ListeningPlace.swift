import LinuxSystem
import WheelConfiguration

/// Where a program listens: a numeric address of this machine, and a port.
package struct ListeningPlace: Hashable, Sendable, CustomStringConvertible {
    package var address: String
    package var port: UInt16

    /// The address to which only programs on this machine can connect.
    package static let usualAddress = "127.0.0.1"
    /// Describes the argument of an option for a listening place, in error messages.
    package static let words = "PORT or ADDRESS:PORT with an address in numbers"

    package init(address: String = usualAddress, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// Reads `PORT`, `ADDRESS:PORT` or `[ADDRESS]:PORT`. `nil` if the text is none of these.
    package init?(_ text: String) {
        if let port = HostPort.port(text) {
            self.init(port: port)
        } else {
            guard let place = HostPort(text), let port = place.port,
                InternetAddress(numeric: place.host, port: port) != nil
            else { return nil }
            self.init(address: place.host, port: port)
        }
    }

    package var description: String { HostPort(host: address, port: port).description }

    /// A port, or a string with an address and a port.
    package static let type = ValueType<ListeningPlace>(
        "port or `ADDRESS:PORT`", limits: "as `9001` or `\"0.0.0.0:9001\"`",
        write: { $0.address == usualAddress ? "\($0.port)" : "\"\($0)\"" }
    ) { node, subject in
        let place: ListeningPlace?
        let given: String
        switch node.value {
        case .integer(let number): (place, given) = (ListeningPlace("\(number)"), "\(number)")
        case .string(let text): (place, given) = (ListeningPlace(text), quoted(text, quote: "\""))
        case .boolean, .number, .date, .time, .dateTime, .list, .table: (place, given) = (nil, node.value.kind)
        }
        if let place { return place }
        return subject.complain(
            node.place,
            "must be a port, or an address in numbers and a port, as 9001 or \"0.0.0.0:9001\", not \(given)")
    }
}
