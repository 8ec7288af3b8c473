import Synchronization

/// A triple buffer between two threads: the reader gets the newest state, and states in between are lost. Neither side ever
/// waits for the other, and nothing is allocated once there are three buffers.
///
/// For example: the loop publishes the states 1, 2 and 3 while the render thread draws 1. Each `publish` fills a free buffer
/// and puts it into the slot `published` by an atomic exchange, which returns the buffer that was there: 2 was never read, and
/// its buffer is the next that is filled. When the render thread has drawn, it takes 3 out of the slot, and puts the buffer of
/// 1 into the slot `returned`. So one buffer is written, one is read, and one waits in between.
///
/// A thread owns a buffer from the exchange that takes it out of a slot to the exchange that puts it into one. Only one thread
/// can take it out, so no state is ever accessed by both. The slots hold addresses as numbers, since pointers are not Sendable;
/// 0 is an empty slot.
final class TripleBuffer<State: Sendable>: Sendable {
    private final class Buffer {
        var state: State
        init(_ state: State) { self.state = state }
    }

    /// The newest state that the reader has not taken.
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

    /// Publishes a state. `write` gets any earlier state, or `new` if no buffer is free, and must set all of it.
    ///
    /// Returns `true` if the reader has to be woken, because the buffer was empty before.
    func publish(_ new: @autoclosure () -> State, _ write: (inout State) -> Void) -> Bool {
        let buffer = exchange(returned, nil) ?? exchange(unread, nil) ?? Buffer(new())
        write(&buffer.state)
        guard let old = exchange(published, buffer) else { return true }
        _ = exchange(unread, old)
        return false
    }

    /// Replaces the reader's state by the newest one. Returns `false` if there is no newer one.
    func consume(into state: inout State?) -> Bool {
        guard let buffer = exchange(published, nil) else { return false }
        guard var former = state else {
            state = buffer.state
            return true
        }
        state = nil
        swap(&former, &buffer.state)
        state = former
        // This is last: as long as this thread holds the former state, the writer would copy its arrays to change them.
        _ = exchange(returned, buffer)
        return true
    }

    /// Puts a buffer into a slot and returns the one that was there.
    private func exchange(_ slot: borrowing Atomic<UInt>, _ buffer: Buffer?) -> Buffer? {
        let address = buffer.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
        return TripleBuffer.buffer(in: slot.exchange(address, ordering: .acquiringAndReleasing))
    }

    private static func buffer(in slot: UInt) -> Buffer? {
        UnsafeMutableRawPointer(bitPattern: slot).map { Unmanaged<Buffer>.fromOpaque($0).takeRetainedValue() }
    }
}
