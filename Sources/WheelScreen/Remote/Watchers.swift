import Synchronization
import WheelCanvas
import WheelCore

/// The clients that watch a picture, each with the parts of the picture that were not sent to it yet.
///
/// For example: two clients watch a display, and one of them is slow. A digit changes, and both get a frame with the
/// rectangle around it, from one PNG file. Then ten more digits change. The fast client is ready again after each frame
/// (`setReady`), and gets each change. The changes for the slow client are collected as damage. When the slow client is
/// ready again, it gets one frame with a rectangle around all these changes. So a client that stops reading occupies
/// the memory of one frame, and causes no drawing. Clients of views also confirm each frame that they have shown, and
/// the number of unconfirmed frames of a view is limited.
///
/// The loop's thread adds and removes watchers, and marks them as ready. The drawing thread adds damage, and consumes
/// the frames that are due. Both threads hold the lock only briefly.
final class Watchers: Sendable {
    private struct Watcher {
        let number: Int
        /// Whether the watcher's next frame is the whole picture, as its first frame is.
        var needsWhole = true
        /// Rectangles around all changes since the watcher's last frame.
        var damage: [PixelRect] = []
        /// Whether the watcher's last frame was sent.
        var isReady = true
        /// The number of frames that the watcher has not confirmed.
        var unseen: Int

        var isDue: Bool { isReady && (needsWhole || !damage.isEmpty) }
    }

    /// A frame that is due, and the watchers that get it.
    struct Due: Equatable {
        /// `nil` for the whole picture.
        var areas: [PixelRect]?
        var watchers: [Int]
    }

    private let list = Mutex<[Watcher]>([])
    /// The maximum number of rectangles in a frame.
    private let mostAreas: Int
    /// The maximum number of unconfirmed frames; `nil` if frames are not confirmed.
    private let mostUnseen: Int?

    init(areas: Int = 1, mostUnseen: Int? = nil) {
        mostAreas = areas
        self.mostUnseen = mostUnseen
    }

    var isEmpty: Bool { list.withLock { $0.isEmpty } }

    var hasReady: Bool { list.withLock { list in list.contains { mayHaveFrame($0) } } }

    /// Adds a watcher. `unseen` is the number of frames of the watcher's former picture that the watcher has not
    /// confirmed.
    func add(_ number: Int, unseen: Int = 0) {
        list.withLock { $0.append(Watcher(number: number, unseen: unseen)) }
    }

    /// Removes a watcher. Returns the number of frames that the watcher has not confirmed.
    @discardableResult
    func remove(_ number: Int) -> Int {
        list.withLock { list in
            guard let index = list.firstIndex(where: { $0.number == number }) else { return 0 }
            return list.remove(at: index).unseen
        }
    }

    /// Records that a watcher's frame was sent. Returns `false` if the watcher was removed.
    func setReady(_ number: Int) -> Bool { change(number) { $0.isReady = true } }

    /// Records that the watcher has shown a frame. Returns `false` if the watcher was removed.
    func confirm(_ number: Int) -> Bool { change(number) { $0.unseen = max(0, $0.unseen - 1) } }

    private func change(_ number: Int, _ body: (inout Watcher) -> Void) -> Bool {
        list.withLock { list in
            guard let index = list.firstIndex(where: { $0.number == number }) else { return false }
            body(&list[index])
            return true
        }
    }

    private func mayHaveFrame(_ watcher: Watcher) -> Bool {
        watcher.isReady && mostUnseen.map { watcher.unseen < $0 } ?? true
    }

    func damage(_ areas: [PixelRect]) {
        guard !areas.isEmpty else { return }
        list.withLock { list in
            for index in list.indices { list[index].damage.add(areas, most: mostAreas) }
        }
    }

    /// Removes and returns the frames that are due. Watchers that lack the same parts of the picture get the same
    /// frame.
    func consumeDue() -> [Due] {
        list.withLock { list in
            var frames: [Due] = []
            for index in list.indices where list[index].isDue && mayHaveFrame(list[index]) {
                let areas = list[index].needsWhole ? nil : list[index].damage
                if let frame = frames.firstIndex(where: { $0.areas == areas }) {
                    frames[frame].watchers.append(list[index].number)
                } else {
                    frames.append(Due(areas: areas, watchers: [list[index].number]))
                }
                list[index].needsWhole = false
                list[index].damage = []
                list[index].isReady = false
                if mostUnseen != nil { list[index].unseen += 1 }
            }
            return frames
        }
    }
}

extension [PixelRect] {
    /// Adds `areas`, and joins rectangles until none overlap and there are at most `most`.
    fileprivate mutating func add(_ areas: [PixelRect], most: Int) {
        for area in areas {
            var joined = area
            // A union may overlap further rectangles, so the search is repeated.
            while let other = firstIndex(where: { $0.overlaps(joined) }) { joined = joined.union(remove(at: other)) }
            append(joined)
            while count > most { joinCheapest() }
        }
    }

    /// Joins the two rectangles whose union adds the fewest pixels, and all rectangles that the union overlaps.
    private mutating func joinCheapest() {
        var best = (first: 0, second: 1, cost: Int.max)
        for first in indices {
            for second in indices where second > first {
                let cost =
                    self[first].union(self[second]).pixelCount - self[first].pixelCount - self[second].pixelCount
                if cost < best.cost { best = (first, second, cost) }
            }
        }
        var joined = remove(at: best.second).union(remove(at: best.first))
        while let other = firstIndex(where: { $0.overlaps(joined) }) { joined = joined.union(remove(at: other)) }
        append(joined)
    }
}

extension PixelRect {
    fileprivate func overlaps(_ other: PixelRect) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}
