import Synchronization

/// A triple buffer between two threads: the reader gets the newest state, and older states that it has not read are
/// dropped. Neither thread ever waits for the other. Three buffers usually suffice: another one is allocated only if the
/// writer publishes twice while the reader takes a state.
///
/// For example: the loop publishes the states 1, 2 and 3 while the render thread draws 1. Each `publish` fills a free
/// buffer and puts it into the slot `published` by an atomic exchange, which returns the buffer that was in the slot.
/// State 2 was never read, so its buffer is filled next. After drawing, the render thread takes 3 out of the slot, and
/// puts the buffer of 1 into the slot `returned`. So one buffer is written, one is read, and one is between the
/// threads.
///
/// A thread owns a buffer from the exchange that takes it out of a slot to the exchange that puts it into a slot. Only
/// one thread can take a buffer out, so the two threads never access the same state. The slots hold addresses as
/// integers, since pointers are not Sendable; 0 is an empty slot.
final class TripleBuffer<State: Sendable>: Sendable {
    private final class Buffer {
        var state: State
        init(_ state: State) { self.state = state }
    }

    /// The newest state, until the reader takes it.
    private let published = Atomic<UInt>(0)
    /// A buffer that the reader has finished with.
    private let returned = Atomic<UInt>(0)
    /// A buffer that was replaced before it was read. Only the writer uses this slot.
    private let unread = Atomic<UInt>(0)

    deinit {
        _ = TripleBuffer.buffer(in: published.load(ordering: .acquiring))
        _ = TripleBuffer.buffer(in: returned.load(ordering: .acquiring))
        _ = TripleBuffer.buffer(in: unread.load(ordering: .acquiring))
    }

    var isEmpty: Bool { published.load(ordering: .relaxed) == 0 }

    /// Publishes a state. `write` changes an earlier state, no matter which, or `new` if no buffer is free, and must
    /// set every part of the state.
    ///
    /// Returns `true` if the reader must be woken, because no earlier state is still waiting for it.
    func publish(_ new: @autoclosure () -> State, _ write: (inout State) -> Void) -> Bool {
        let buffer = exchange(returned, nil) ?? exchange(unread, nil) ?? Buffer(new())
        write(&buffer.state)
        guard let old = exchange(published, buffer) else { return true }
        _ = exchange(unread, old)
        return false
    }

    /// Replaces the reader's state by the newest one. Returns `false` if there is no newer state.
    func consume(into state: inout State?) -> Bool {
        guard let buffer = exchange(published, nil) else { return false }
        guard var former = state else {
            state = buffer.state
            return true
        }
        state = nil
        swap(&former, &buffer.state)
        state = former
        // This exchange is last: while this thread holds the former state, the writer would have to copy the state's
        // arrays to change them.
        _ = exchange(returned, buffer)
        return true
    }

    /// Puts a buffer into a slot and returns the buffer that was in the slot.
    private func exchange(_ slot: borrowing Atomic<UInt>, _ buffer: Buffer?) -> Buffer? {
        let address = buffer.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
        return TripleBuffer.buffer(in: slot.exchange(address, ordering: .acquiringAndReleasing))
    }

    private static func buffer(in slot: UInt) -> Buffer? {
        UnsafeMutableRawPointer(bitPattern: slot).map { Unmanaged<Buffer>.fromOpaque($0).takeRetainedValue() }
    }
}
