internal import LinuxSystem

enum Repository {
    /// The folder of the package.
    static let path = FilePath.folder(of: FilePath.folder(of: FilePath.folder(of: FilePath.folder(of: #filePath))))
}
