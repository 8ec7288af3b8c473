public import LinuxSystem
public import WheelClient

/// Why nothing was learned, or why a device cannot be listened to.
public enum LearningError: Error {
    /// Waiting for devices failed.
    case system(Errno)
    case daemon(ClientError)
    case failed(String, advice: String?)
}
