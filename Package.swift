// swift-tools-version: 6.0
import PackageDescription

// One block per room of the house; docs/architecture.md has the table of who may import whom,
// and scripts/check-imports enforces it.
let package = Package(
    name: "wheeld",
    targets: [
        // The pure heart: no clock, no descriptor, no pixel.
        .target(name: "WheelGeometry"),
        .target(name: "WheelModel", dependencies: ["WheelGeometry"]),

        // What a configuration says, as plain values.
        .target(name: "WheelSettings", dependencies: ["WheelGeometry", "WheelModel"]),

        // The kernel, each facility by its name. CLinux: what Swift's Glibc module leaves out.
        .systemLibrary(name: "CLinux"),
        .target(name: "LinuxSystem", dependencies: ["CLinux"]),
        .testTarget(name: "LinuxSystemTests", dependencies: ["LinuxSystem"]),

        // What the tests of several targets share: tables of text, seeded properties.
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "WheelGeometryTests", dependencies: ["WheelGeometry", "TestSupport"]),
        .testTarget(name: "WheelModelTests", dependencies: ["WheelModel", "WheelGeometry", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
