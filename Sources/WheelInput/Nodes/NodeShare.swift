internal import CEvdev
import WheelCore

/// The axes and keys of an event device that belong to one input.
package struct NodeShare: Equatable {
    var relative: CodeSet
    var absolute: CodeSet
    var keys: CodeSet
    /// Whether no part of the device belongs to another input.
    var isWhole: Bool

    init(wholeOf node: InputNode) {
        relative = node.relative
        absolute = node.absolute
        keys = node.keys
        isWhole = true
    }

    /// The share of a recording's input: all axes and keys that occur in the recording.
    init(relative: CodeSet, absolute: CodeSet, keys: CodeSet) {
        self.relative = relative
        self.absolute = absolute
        self.keys = keys
        isWhole = true
    }

    /// The axes and keys of a device that an input names. The named axes and keys are removed from `free`.
    fileprivate init(named names: NodeNames, from free: inout NodeShare) {
        relative = free.relative.intersection(names.relative)
        absolute = free.absolute.intersection(names.absolute)
        keys = free.keys.intersection(names.keys)
        isWhole = false
        free.relative = free.relative.subtracting(relative)
        free.absolute = free.absolute.subtracting(absolute)
        free.keys = free.keys.subtracting(keys)
    }

    fileprivate mutating func add(_ other: NodeShare) {
        relative = relative.union(other.relative)
        absolute = absolute.union(other.absolute)
        keys = keys.union(other.keys)
    }

    /// Divides a device among inputs. An axis or key belongs to the first input that names it, as its axis, a turn key
    /// or a button. Axes and keys that no input names belong to the first input that names no key, or to the first
    /// input if all name keys.
    static func shares(of node: InputNode, among inputs: [InputSettings]) -> [NodeShare] {
        guard inputs.count > 1 else { return inputs.map { _ in NodeShare(wholeOf: node) } }
        let names = inputs.map { NodeNames($0) }
        var free = NodeShare(wholeOf: node)
        var shares = names.map { NodeShare(named: $0, from: &free) }
        shares[names.firstIndex { $0.keys.isEmpty } ?? 0].add(free)
        return shares
    }
}

/// The axes and keys that an input names.
private struct NodeNames {
    var relative = CodeSet()
    var absolute = CodeSet()
    var keys = CodeSet()

    init(_ input: InputSettings) {
        guard case .evdev(let evdev) = input.source else { return }
        let turnKeys = evdev.turnKeys.map { [$0.down, $0.up] } ?? []
        keys = NodeNames.codes(turnKeys + input.buttons.map(\.name), EV_KEY)
        guard let axis = evdev.axis else { return }
        relative = NodeNames.codes([axis], EV_REL)
        absolute = NodeNames.codes([axis], EV_ABS)
    }

    private static func codes(_ names: [String], _ type: Int32) -> CodeSet {
        CodeSet(names.compactMap { KernelName.code(of: $0, type: type) }.map(Int32.init))
    }
}
