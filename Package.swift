// swift-tools-version: 6.0
import PackageDescription

// One block per room of the house; docs/architecture.md has the table of who may import whom,
// and scripts/check-imports enforces it.
let package = Package(
    name: "wheeld",
    products: [
        // What a Swift program imports to talk to the daemon.
        .library(name: "WheelClient", targets: ["WheelClient", "WheelProtocol", "WheelModel"])
    ],
    targets: [
        // The pure heart: no clock, no descriptor, no pixel.
        .target(name: "WheelGeometry"),
        .target(name: "WheelModel", dependencies: ["WheelSettings", "WheelGeometry"]),

        // Text from outside, and how it is written where it is shown.
        .target(name: "WheelText"),
        .testTarget(name: "WheelTextTests", dependencies: ["WheelText", "WheelConfiguration"]),

        // What a configuration says, as plain values.
        .target(name: "WheelSettings", dependencies: ["WheelGeometry"]),

        // The TOML file to settings, with a place for each mistake.
        .target(name: "CTOML"),
        .target(
            name: "WheelConfiguration",
            dependencies: ["WheelSettings", "WheelModel", "WheelGeometry", "WheelText", "CTOML"]),
        .testTarget(
            name: "WheelConfigurationTests",
            dependencies: ["WheelConfiguration", "WheelSettings", "WheelModel", "WheelGeometry", "TestSupport"],
            exclude: ["Mistakes"]),

        // The kernel, each facility by its name. CLinux: what Swift's Glibc module leaves out.
        .systemLibrary(name: "CLinux"),
        .target(name: "LinuxSystem", dependencies: ["CLinux", "WheelText", "WheelGeometry"]),
        // Test only: mallocs counted per thread, system calls traced, a process that a test may kill.
        .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
        .target(name: "CSystemCallTracer", path: "Tests/CSystemCallTracer"),
        .executableTarget(
            name: "LinuxSystemHelper",
            dependencies: ["LinuxSystem", "WheelGeometry", "CAllocationCounter", "CSystemCallTracer"],
            path: "Tests/LinuxSystemHelper"),
        .testTarget(
            name: "LinuxSystemTests",
            dependencies: [
                "LinuxSystem", "WheelGeometry", "CLinux", "LinuxSystemHelper", "CAllocationCounter",
                "CSystemCallTracer",
            ]),

        // The doors to C: the system's libraries, each with what Swift cannot import from its header.
        .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .testTarget(name: "CDoorTests", dependencies: ["CEvdev", "CUdev", "CJansson"]),

        // One interface over libgpiod 1.6 with the kernel's own, and over libgpiod 2.
        .target(name: "CGPIO", linkerSettings: [.linkedLibrary("gpiod")]),
        .testTarget(
            name: "CGPIOTests", dependencies: ["CGPIO", "DeviceSupport", "LinuxSystem", "CAllocationCounter"]),

        // Devices: evdev, touchscreens, GPIO lines, hot-plug.
        .target(
            name: "WheelInput",
            dependencies: [
                "WheelSettings", "WheelModel", "WheelGeometry", "WheelText", "LinuxSystem", "CEvdev", "CGPIO", "CUdev",
            ]),
        .testTarget(
            name: "WheelInputTests",
            dependencies: [
                "WheelInput", "WheelSettings", "WheelModel", "WheelGeometry", "LinuxSystem", "CEvdev", "DeviceSupport",
                "TestSupport", "CAllocationCounter",
            ],
            exclude: ["Recordings"]),

        // Numbers as text and back, by the C++ library.
        .target(name: "CNumber"),
        .testTarget(name: "CNumberTests", dependencies: ["CNumber", "TestSupport"]),

        // What the socket says, both ways, and the state file.
        .target(
            name: "WheelProtocol",
            dependencies: ["WheelSettings", "WheelModel", "WheelGeometry", "CJansson", "CNumber"]),
        .testTarget(
            name: "WheelProtocolTests",
            dependencies: [
                "WheelSettings", "WheelProtocol", "WheelModel", "WheelGeometry", "TestSupport", "CAllocationCounter",
            ]),

        // What things cost: scripts/bench.
        .target(name: "AllocationCount", path: "Benchmarks/AllocationCount"),
        .executableTarget(
            name: "bench-model", dependencies: ["WheelSettings", "AllocationCount", "WheelModel", "WheelGeometry"],
            path: "Benchmarks/Model"),
        .executableTarget(
            name: "bench-clients", dependencies: ["LinuxSystem", "WheelGeometry"], path: "Benchmarks/Clients"),

        // A Swift program's way to the daemon, and the command line's.
        .target(
            name: "WheelClient",
            dependencies: ["WheelSettings", "WheelProtocol", "WheelModel", "WheelGeometry", "LinuxSystem"]),
        .testTarget(
            name: "WheelClientTests",
            dependencies: [
                "WheelSettings", "WheelClient", "WheelProtocol", "WheelModel", "WheelGeometry", "LinuxSystem",
                "TestSupport",
            ]),
        .executableTarget(
            name: "example-follow", dependencies: ["WheelClient", "WheelProtocol"], path: "docs/clients/swift"),

        // What is wrong on this machine, and which devices it has.
        .target(
            name: "WheelDoctor",
            dependencies: [
                "WheelClient", "WheelProtocol", "WheelConfiguration", "WheelSettings", "WheelInput", "WheelScreen",
                "LinuxSystem",
            ]),
        .testTarget(
            name: "WheelDoctorTests",
            dependencies: [
                "WheelDoctor", "WheelClient", "WheelConfiguration", "WheelScreen", "WheelSettings", "LinuxSystem",
            ]),

        // What a knob is, from the events while it is turned.
        .target(
            name: "WheelLearning",
            dependencies: [
                "WheelClient", "WheelProtocol", "WheelSettings", "WheelModel", "WheelGeometry", "WheelInput",
                "WheelText", "LinuxSystem",
            ]),
        .testTarget(
            name: "WheelLearningTests", dependencies: ["WheelLearning", "WheelModel", "WheelGeometry", "TestSupport"]),

        .executableTarget(
            name: "wheelctl",
            dependencies: [
                "WheelClient", "WheelProtocol", "WheelModel", "WheelConfiguration", "WheelSettings", "LinuxSystem",
                "WheelInput", "WheelGeometry", "WheelCanvas", "WheelScene", "WheelScreen", "WheelText", "WheelDoctor",
                "WheelLearning",
            ]),

        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "wheelctl", "wheeld", "WheelClient", "WheelProtocol", "WheelConfiguration", "WheelSettings",
                "WheelModel", "WheelInput", "LinuxSystem", "CGPIO", "DeviceSupport", "TestSupport",
            ]),

        // The face: shapes to pixels.
        .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .target(name: "WheelCanvas", dependencies: ["WheelGeometry", "CFreeType", "CPNG"]),
        .testTarget(
            name: "WheelCanvasTests",
            dependencies: ["WheelCanvas", "WheelGeometry", "TestSupport", "CAllocationCounter"]),
        .executableTarget(
            name: "bench-canvas", dependencies: ["WheelCanvas", "WheelGeometry"], path: "Benchmarks/Canvas"),
        .executableTarget(
            name: "bench-scenes",
            dependencies: ["WheelSettings", "WheelScene", "WheelModel", "WheelCanvas", "WheelGeometry"],
            path: "Benchmarks/Scenes"),

        // The face: where it is shown.
        .systemLibrary(name: "CDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
        .target(
            name: "WheelScreen",
            dependencies: [
                "WheelSettings", "WheelScene", "WheelModel", "WheelCanvas", "WheelGeometry", "WheelText", "LinuxSystem",
                "CDRM",
            ]),
        .testTarget(
            name: "WheelScreenTests",
            dependencies: [
                "WheelScreen", "WheelSettings", "WheelScene", "WheelModel", "WheelCanvas", "WheelGeometry",
                "LinuxSystem", "CDRM", "DeviceSupport", "TestSupport",
            ]),

        // Controls to shapes: scenes, pages, motion, what lies under a finger.
        .target(name: "WheelScene", dependencies: ["WheelSettings", "WheelGeometry", "WheelModel", "WheelCanvas"]),
        .testTarget(
            name: "WheelSceneTests",
            dependencies: ["WheelSettings", "WheelScene", "WheelCanvas", "WheelModel", "WheelGeometry", "TestSupport"],
            exclude: ["Pictures"]),

        // The server: clients, queues, rights.
        .target(
            name: "WheelPublisher",
            dependencies: ["WheelSettings", "WheelModel", "WheelGeometry", "WheelProtocol", "LinuxSystem"]),
        .testTarget(
            name: "WheelPublisherTests",
            dependencies: [
                "WheelSettings",
                "WheelPublisher", "WheelModel", "WheelGeometry", "WheelProtocol", "LinuxSystem", "TestSupport",
            ]),

        // All of it together, and the program.
        .target(
            name: "WheelDaemon",
            dependencies: [
                "WheelGeometry", "WheelModel", "WheelSettings", "WheelConfiguration", "WheelProtocol", "LinuxSystem",
                "WheelPublisher", "WheelInput", "WheelCanvas", "WheelScene", "WheelScreen", "WheelText",
            ]),
        .testTarget(
            name: "WheelDaemonTests",
            dependencies: [
                "WheelSettings",
                "WheelDaemon", "WheelConfiguration", "WheelModel", "WheelGeometry", "WheelProtocol", "LinuxSystem",
                "CEvdev", "DeviceSupport", "CAllocationCounter", "TestSupport",
            ]),
        .executableTarget(name: "wheeld", dependencies: ["WheelDaemon"]),

        // Devices that tests make and use: lines to pull, knobs to turn.
        .systemLibrary(name: "CDeviceSupport", path: "Tests/CDeviceSupport"),
        .target(name: "DeviceSupport", dependencies: ["LinuxSystem", "CDeviceSupport"], path: "Tests/DeviceSupport"),
        .testTarget(name: "DeviceSupportTests", dependencies: ["DeviceSupport", "CEvdev", "LinuxSystem"]),

        // What the tests of several targets share: tables of text, seeded properties.
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        // A panel that anything is done to, and the books that are kept of it: for tests and fuzzers.
        .target(
            name: "ModelTestSupport",
            dependencies: ["WheelModel", "WheelGeometry", "WheelConfiguration", "WheelSettings", "TestSupport"],
            path: "Tests/ModelTestSupport"),
        .testTarget(name: "WheelGeometryTests", dependencies: ["WheelGeometry", "TestSupport"]),
        .testTarget(
            name: "WheelModelTests",
            dependencies: [
                "WheelModel", "WheelGeometry", "WheelConfiguration", "WheelSettings", "TestSupport", "ModelTestSupport",
            ],
            exclude: ["Plays/Texts"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Fuzzers are built by scripts/fuzz alone, which names one in the environment. The name is that of a folder in Fuzz/
// with a Swift file that has LLVMFuzzerTestOneInput; here stands what it tries.
let fuzzers: [String: [Target.Dependency]] = [
    "config": ["WheelConfiguration", "WheelSettings", "WheelModel", "ModelTestSupport", "TestSupport", "FuzzSupport"],
    "request": [
        "WheelGeometry", "WheelPublisher", "WheelProtocol", "WheelModel", "WheelConfiguration", "WheelSettings",
        "ModelTestSupport",
        "TestSupport", "FuzzSupport",
    ],
    "state": ["WheelProtocol"],
    "model": ["ModelTestSupport", "TestSupport"],
]
if let name = Context.environment["FUZZER"], let tried = fuzzers[name] {
    package.targets += [
        .target(
            name: "fuzz-driver", path: "Fuzz/driver",
            cSettings: [.define("FUZZER_MAIN", to: "fuzz_\(name)_main")]),
        .target(name: "FuzzSupport", dependencies: ["fuzz-driver", "TestSupport"], path: "Fuzz/support"),
        .executableTarget(
            name: "fuzz-\(name)", dependencies: tried + ["fuzz-driver"], path: "Fuzz/\(name)", exclude: ["Corpus"],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    ]
}
