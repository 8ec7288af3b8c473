internal import LinuxSystem

/// Where this package's files are.
enum Repository {
    /// Two folders up.
    static let path = FilePath.folder(of: FilePath.folder(of: FilePath.folder(of: FilePath.folder(of: #filePath))))
}
