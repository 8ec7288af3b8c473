import Synchronization

/// Room for one letter between two threads. A newer one takes the place of one that was not read; neither side ever
/// waits for the other, and the letters themselves go to and fro, so that none is made once there are three.
final class Mailbox<State: Sendable>: Sendable {
    private final class Letter {
        var state: State
        init(_ state: State) { self.state = state }
    }

    // Whoever takes a letter out of a slot, which an exchange lets only one do, has it alone until it goes into a slot
    // again: there is nothing that two threads could touch at once.
    // Addresses as numbers, because pointers count as something that threads must not share; 0 is no letter.
    private let posted = Atomic<UInt>(0)
    private let returned = Atomic<UInt>(0)
    /// The poster's own: what came back to it unread.
    private let unread = Atomic<UInt>(0)

    deinit {
        _ = Mailbox.letter(in: posted.load(ordering: .acquiring))
        _ = Mailbox.letter(in: returned.load(ordering: .acquiring))
        _ = Mailbox.letter(in: unread.load(ordering: .acquiring))
    }

    /// Whether there is a letter that has not been read.
    var isEmpty: Bool { posted.load(ordering: .relaxed) == 0 }

    /// Posts what `write` makes of an earlier state, of which anything may be left, or of a new one. True if the
    /// reader has to be woken: there was no letter before.
    func post(_ new: @autoclosure () -> State, _ write: (inout State) -> Void) -> Bool {
        let letter = exchange(returned, nil) ?? exchange(unread, nil) ?? Letter(new())
        write(&letter.state)
        guard let old = exchange(posted, letter) else { return true }
        _ = exchange(unread, old)
        return false
    }

    /// Exchanges the reader's state for the one that was posted, if there is one.
    func take(_ state: inout State?) -> Bool {
        guard let letter = exchange(posted, nil) else { return false }
        guard var former = state else {
            state = letter.state
            return true
        }
        state = nil
        swap(&former, &letter.state)
        state = former
        _ = exchange(returned, letter)
        return true
    }

    /// Puts a letter into a slot and takes out the one that was there.
    private func exchange(_ slot: borrowing Atomic<UInt>, _ letter: Letter?) -> Letter? {
        let number = letter.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
        return Mailbox.letter(in: slot.exchange(number, ordering: .acquiringAndReleasing))
    }

    private static func letter(in slot: UInt) -> Letter? {
        UnsafeMutableRawPointer(bitPattern: slot).map { Unmanaged<Letter>.fromOpaque($0).takeRetainedValue() }
    }
}
