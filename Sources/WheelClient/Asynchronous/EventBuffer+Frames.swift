import WheelWire

/// Frames that have not been read yet. They cannot be merged, and a picture that lacks one is wrong. So beyond a limit all
/// frames of a display are dropped, and the client has to watch it again: the whole picture comes then.
extension EventBuffer {
    static let mostFrames = 16

    enum FrameFate {
        case kept
        /// It is a part of a picture that begins anew.
        case dropped
        /// It is dropped, and the display has to be watched again.
        case watchedAgain
    }

    /// Makes room for a frame, which is added if it is kept.
    mutating func admit(_ frame: PictureFrame) -> FrameFate {
        if frame.isWhole {
            interrupted.remove(frame.display)
            // The reader needs none of the frames before it.
            removeFrames(of: frame.display)
            return .kept
        }
        guard !interrupted.contains(frame.display) else { return .dropped }
        guard countFrames(of: frame.display) >= EventBuffer.mostFrames else { return .kept }
        removeFrames(of: frame.display)
        interrupted.insert(frame.display)
        return .watchedAgain
    }
}
