import LinuxSystem
import WheelConfiguration
import WheelCore

/// The file `bridges.toml`. Each bridge reads only its own table, such as `[midi]`.
package enum BridgeFile {
    package static let usual = "/etc/wheeld/bridges.toml"
    static let bridges = ["midi", "uinput", "rig", "osc", "mqtt", "web"]

    /// The reasons why a file or an option cannot be used: one line for each mistake.
    package struct Refusal: Error {
        package var lines: [String]
        /// Whether the mistake is on the command line.
        package var isUsage = false

        package init(lines: [String]) { self.lines = lines }

        package init(usage line: String) {
            lines = [line]
            isUsage = true
        }
    }

    /// Reads the table of a bridge. Warnings are logged. If there is no path and no usual file, or if the file has no
    /// such table, `read` is not called and the result is `nil`.
    package static func read<Value>(
        _ path: String?, table name: String, _ read: (TOMLTable, MistakeList) -> Value
    ) throws(Refusal) -> Value? {
        guard let path = path ?? presentFile else { return nil }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try RegularFile.read(path, limit: Configuration.largestFile + 1)
        } catch {
            throw Refusal(lines: ["\(path): cannot be read: \(error.reason)"])
        }
        do throws(ConfigurationMistakes) {
            let (value, warnings) = try parse(bytes, file: path, table: name, read)
            for warning in warnings { Log.warning("\(warning)") }
            return value
        } catch {
            throw Refusal(lines: error.list.map(\.description))
        }
    }

    package static func parse<Value>(
        _ bytes: [UInt8], file: String, table name: String, _ read: (TOMLTable, MistakeList) -> Value
    ) throws(ConfigurationMistakes) -> (value: Value?, warnings: [ConfigurationMistake]) {
        try DeclaredFile.parse(bytes, file: file) { root, mistakes in
            var value: Value?
            for entry in root.entries {
                if entry.key == name {
                    value = entry.table("[\(name)]", mistakes).map { read($0, mistakes) }
                } else if !bridges.contains(entry.key) {
                    let hint = mistakes.hint(entry.key, in: bridges, whereNone: "")
                    mistakes.add(entry.place, "there is no bridge named \(quoted(entry.key))\(hint)")
                }
            }
            return value
        }
    }

    package static var presentFile: String? { (try? FileStatus(path: usual)) == nil ? nil : usual }
}
