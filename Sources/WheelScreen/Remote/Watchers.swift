import Synchronization
import WheelCanvas
import WheelCore

/// The clients that watch a remote display, each with the part of the picture that it has not been sent yet.
///
/// The loop's thread adds and removes watchers, and marks them as ready. The render thread adds damage, and takes the
/// frames that are due. Both hold the lock for a few words only.
final class Watchers: Sendable {
    private struct Watcher {
        let number: Int
        /// Its first frame is the whole picture.
        var needsWhole = true
        /// The rectangle around everything that has changed since its last frame.
        var damage: PixelRect?
        /// Its last frame has been sent.
        var isReady = true

        var isDue: Bool { isReady && (needsWhole || damage != nil) }
    }

    /// A frame that is due, and the watchers that get it.
    struct Due: Equatable {
        /// `nil` is the whole picture.
        var area: PixelRect?
        var watchers: [Int]
    }

    private let list = Mutex<[Watcher]>([])

    var isEmpty: Bool { list.withLock { $0.isEmpty } }

    /// Whether a watcher could be sent a frame now.
    var hasReady: Bool { list.withLock { list in list.contains { $0.isReady } } }

    func add(_ number: Int) {
        list.withLock { $0.append(Watcher(number: number)) }
    }

    func remove(_ number: Int) {
        list.withLock { list in list.removeAll { $0.number == number } }
    }

    /// Notes that a watcher's frame has been sent. Returns false if it has left.
    func setReady(_ number: Int) -> Bool {
        list.withLock { list in
            guard let index = list.firstIndex(where: { $0.number == number }) else { return false }
            list[index].isReady = true
            return true
        }
    }

    func damage(_ area: PixelRect) {
        list.withLock { list in
            for index in list.indices { list[index].damage = list[index].damage?.union(area) ?? area }
        }
    }

    /// Takes the frames that are due. Watchers of the same part get the same frame.
    func consumeDue() -> [Due] {
        list.withLock { list in
            var frames: [Due] = []
            for index in list.indices where list[index].isDue {
                let area = list[index].needsWhole ? nil : list[index].damage
                if let frame = frames.firstIndex(where: { $0.area == area }) {
                    frames[frame].watchers.append(list[index].number)
                } else {
                    frames.append(Due(area: area, watchers: [list[index].number]))
                }
                list[index].needsWhole = false
                list[index].damage = nil
                list[index].isReady = false
            }
            return frames
        }
    }
}
