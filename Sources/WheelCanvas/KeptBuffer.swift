/// An array that keeps its memory when it is emptied. So a frame allocates memory only if it needs more elements than
/// any earlier frame. Release builds do not check indices, because inner loops use the buffer.
struct KeptBuffer<Element: BitwiseCopyable>: ~Copyable {
    private(set) var start: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 16) {
        self.capacity = max(capacity, 1)
        start = .allocate(capacity: self.capacity)
    }

    deinit {
        start.deallocate()
    }

    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            assert(index >= 0 && index < count)
            return start[index]
        }
        nonmutating set {
            assert(index >= 0 && index < count)
            start[index] = newValue
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(to: count + 1) }
        start[count] = element
        count &+= 1
    }

    mutating func append(from source: UnsafePointer<Element>, count more: Int) {
        if count + more > capacity { grow(to: count + more) }
        (start + count).update(from: source, count: more)
        count += more
    }

    mutating func append(_ source: UnsafeBufferPointer<Element>) {
        if let first = source.baseAddress { append(from: first, count: source.count) }
    }

    /// Reserves memory for `more` elements after the last one, and returns the address of this memory. `commit` then
    /// adds the written elements to `count`.
    @inline(__always)
    mutating func reserve(_ more: Int) -> UnsafeMutablePointer<Element> {
        if count &+ more > capacity { grow(to: count + more) }
        return start + count
    }

    @inline(__always)
    mutating func commit(_ more: Int) {
        count &+= more
        assert(count <= capacity)
    }

    @inline(__always)
    mutating func removeAll() {
        count = 0
    }

    mutating func shorten(to length: Int) {
        assert(length <= count)
        count = length
    }

    @inline(never)
    private mutating func grow(to needed: Int) {
        let larger = max(needed, capacity * 2)
        let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        moved.update(from: start, count: count)
        start.deallocate()
        start = moved
        capacity = larger
    }
}
