import WheelWire

// The commits come by a connection of their own. The daemon keeps thousands of them for a client that takes nothing else, and few
// events for one that takes all. Between both connections there is no order: by the other one a commit only ends an interaction.
extension MQTTCore {
    /// An event of the connection for commits.
    package mutating func keep(_ event: Event) {
        switch event.content {
        case .commit(let control, let value, _, _):
            guard MQTTTopics.isLevel(control) else { return }
            let state = routesOfControl[control].map { published[$0].control }
            commits.add(
                MQTTMessage(topics.commit(control), MQTTText.text(of: value), isAcknowledged: true),
                isReading: state?.movedByHands == false)
        case .missed(let count):
            // Among the commits, so that who keeps them sees where some are missing.
            commits.add(MQTTMessage(topics.missed, "\(count)", isAcknowledged: true))
            complaints.append(.missedCommits(count))
        default: break
        }
    }

    /// How many commits wait for the broker's acknowledgement.
    package var waitingCommits: Int { commits.count }

    /// How many commits were dropped since the last call, because too many waited.
    package mutating func consumeDroppedCommits() -> Int { commits.consumeDropped() }
}
