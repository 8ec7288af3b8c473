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

        .testTarget(name: "WheelGeometryTests", dependencies: ["WheelGeometry"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)
