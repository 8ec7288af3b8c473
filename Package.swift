// swift-tools-version: 6.0
import PackageDescription

// The targets, their tests, and the programs. A target may import the dependencies listed here and the system modules in
// scripts/targets.txt; scripts/check-imports enforces it. docs/architecture.md has the table.
let package = Package(
    name: "wheeld",
    products: [
        // The library for clients in Swift.
        .library(name: "WheelClient", targets: ["WheelClient", "WheelProtocol", "WheelModel", "WheelSettings"])
    ],
    targets: [
        // The pure core: no clock, no descriptors, no pixels.
        .target(name: "WheelGeometry"),
        .target(name: "WheelModel", dependencies: ["WheelSettings", "WheelGeometry"]),
        .target(name: "WheelTouch", dependencies: ["WheelModel", "WheelSettings", "WheelGeometry"]),

        // Text from outside, and its escaped forms.
        .target(name: "WheelText"),
        .testTarget(name: "WheelTextTests", dependencies: ["WheelText", "WheelConfiguration"]),

        // The settings as plain values.
        .target(name: "WheelSettings", dependencies: ["WheelGeometry"]),

        // Reads the TOML file into settings; each mistake has its place.
        .target(name: "CTOML"),
        .target(
            name: "WheelConfiguration",
            dependencies: ["WheelSettings", "WheelModel", "WheelGeometry", "WheelText", "CTOML"]),
        .testTarget(
            name: "WheelConfigurationTests",
            dependencies: [
                "WheelConfiguration", "WheelSettings", "WheelModel", "WheelTouch", "WheelGeometry", "TestSupport",
            ],
            exclude: ["Mistakes"]),

        // The kernel's facilities, by their names. CLinux: declarations that Swift's Glibc module lacks.
        .target(name: "CLinux"),
        .target(name: "LinuxSystem", dependencies: ["CLinux", "WheelText", "WheelGeometry"]),
        // For tests: counts allocations per thread, traces system calls, and a helper process that a test may kill.
        .target(name: "CAllocationCounter", path: "Tests/Support/CAllocationCounter"),
        .target(name: "CSystemCallTracer", path: "Tests/Support/CSystemCallTracer"),
        .executableTarget(
            name: "LinuxSystemHelper",
            dependencies: ["LinuxSystem", "WheelGeometry", "CAllocationCounter", "CSystemCallTracer"],
            path: "Tests/Support/LinuxSystemHelper"),
        .testTarget(
            name: "LinuxSystemTests",
            dependencies: [
                "LinuxSystem", "WheelGeometry", "CLinux", "LinuxSystemHelper", "CAllocationCounter",
                "CSystemCallTracer",
            ]),

        // The system's libraries, with shims for declarations that Swift cannot import.
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
                "WheelInput", "WheelSettings", "WheelModel", "WheelTouch", "WheelGeometry", "LinuxSystem", "CEvdev",
                "DeviceSupport",
                "ModelTestSupport", "TestSupport", "CAllocationCounter",
            ],
            exclude: ["Recordings"]),

        // Numbers as text and back, by the C++ library.
        .target(name: "CNumber"),
        .testTarget(name: "CNumberTests", dependencies: ["CNumber", "TestSupport"]),

        // The lines of the socket in both directions, and the state file.
        .target(
            name: "WheelProtocol",
            dependencies: ["WheelSettings", "WheelModel", "WheelGeometry", "CJansson", "CNumber"]),
        .testTarget(
            name: "WheelProtocolTests",
            dependencies: [
                "WheelSettings", "WheelProtocol", "WheelModel", "WheelTouch", "WheelGeometry", "ModelTestSupport",
                "TestSupport",
                "CAllocationCounter",
            ]),

        // clients/python: its files that are made of the declarations of operations, lines and tables.
        .testTarget(
            name: "PythonModuleTests",
            dependencies: ["WheelSettings", "WheelModel", "WheelTouch", "WheelProtocol", "WheelConfiguration"]),

        // Benchmarks: scripts/bench.
        .target(name: "AllocationCount", path: "Benchmarks/AllocationCount"),
        .executableTarget(
            name: "bench-model",
            dependencies: ["WheelSettings", "AllocationCount", "WheelModel", "WheelTouch", "WheelGeometry"],
            path: "Benchmarks/Model"),
        .executableTarget(
            name: "bench-clients", dependencies: ["LinuxSystem", "WheelGeometry"], path: "Benchmarks/Clients"),

        // The client library, and the command line.
        .target(
            name: "WheelClient",
            dependencies: ["WheelSettings", "WheelProtocol", "WheelModel", "WheelGeometry", "LinuxSystem"]),
        .testTarget(
            name: "WheelClientTests",
            dependencies: [
                "WheelSettings", "WheelClient", "WheelProtocol", "WheelModel", "WheelTouch", "WheelGeometry",
                "LinuxSystem",
                "TestSupport",
            ]),
        .executableTarget(
            name: "example-follow", dependencies: ["WheelClient", "WheelProtocol", "WheelSettings"],
            path: "docs/clients/swift", exclude: ["Patch.swift", "SynthEngine.swift"]),
        .executableTarget(
            name: "example-engine", dependencies: ["WheelClient", "WheelProtocol", "WheelSettings"],
            path: "docs/clients/swift", exclude: ["Follow.swift"]),

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
                "WheelDoctor", "WheelClient", "WheelConfiguration", "WheelProtocol", "WheelScreen", "WheelSettings",
                "LinuxSystem",
            ]),

        // What a knob is, from the events while it is turned.
        .target(
            name: "WheelLearning",
            dependencies: [
                "WheelClient", "WheelProtocol", "WheelSettings", "WheelModel", "WheelGeometry", "WheelInput",
                "WheelText", "LinuxSystem",
            ]),
        .testTarget(
            name: "WheelLearningTests",
            dependencies: [
                "WheelLearning", "WheelInput", "WheelSettings", "WheelModel", "WheelTouch", "WheelGeometry",
                "TestSupport",
            ]),

        .executableTarget(
            name: "wheelctl",
            dependencies: [
                "WheelClient", "WheelProtocol", "WheelModel", "WheelTouch", "WheelConfiguration", "WheelSettings",
                "LinuxSystem",
                "WheelInput", "WheelGeometry", "WheelCanvas", "WheelScene", "WheelScreen", "WheelText", "WheelDoctor",
                "WheelLearning",
            ]),

        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "wheelctl", "wheeld", "WheelClient", "WheelProtocol", "WheelConfiguration", "WheelSettings",
                "WheelModel", "WheelTouch", "WheelInput", "LinuxSystem", "CGPIO", "DeviceSupport", "TestSupport",
            ],
            path: "Tests/Programs/ProgramTests"),

        // Draws shapes into pixels.
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
            dependencies: ["WheelSettings", "WheelScene", "WheelModel", "WheelTouch", "WheelCanvas", "WheelGeometry"],
            path: "Benchmarks/Scenes"),

        // Shows pictures on screens and terminals.
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
                "WheelScreen", "WheelSettings", "WheelScene", "WheelModel", "WheelTouch", "WheelCanvas",
                "WheelGeometry",
                "LinuxSystem", "CDRM", "DeviceSupport", "TestSupport",
            ]),

        // Draws controls as shapes: scenes, pages, motion, hit testing.
        .target(
            name: "WheelScene",
            dependencies: ["WheelSettings", "WheelGeometry", "WheelModel", "WheelTouch", "WheelCanvas"]),
        .testTarget(
            name: "WheelSceneTests",
            dependencies: [
                "WheelSettings", "WheelScene", "WheelCanvas", "WheelModel", "WheelTouch", "WheelGeometry",
                "ModelTestSupport",
                "PictureReading", "TestSupport",
            ],
            exclude: ["Pictures"]),
        // For these tests: reads ink, digits and contrast from pixels. It has the optimiser, which tests do not.
        .target(
            name: "PictureReading", dependencies: ["WheelCanvas", "WheelGeometry"], path: "Tests/Support/PictureReading"
        ),

        // The server: clients, queues, rights.
        .target(
            name: "WheelServer",
            dependencies: [
                "WheelSettings", "WheelModel", "WheelTouch", "WheelGeometry", "WheelProtocol", "LinuxSystem",
            ]),
        .testTarget(
            name: "WheelServerTests",
            dependencies: [
                "WheelSettings",
                "WheelServer", "WheelModel", "WheelTouch", "WheelGeometry", "WheelProtocol", "LinuxSystem",
                "ModelTestSupport",
                "TestSupport",
            ]),

        // The daemon, and its program.
        .target(
            name: "WheelDaemon",
            dependencies: [
                "WheelGeometry", "WheelModel", "WheelTouch", "WheelSettings", "WheelConfiguration", "WheelProtocol",
                "LinuxSystem",
                "WheelServer", "WheelInput", "WheelScene", "WheelScreen", "WheelText",
            ]),
        .testTarget(
            name: "WheelDaemonTests",
            dependencies: [
                "WheelSettings",
                "WheelDaemon", "WheelConfiguration", "WheelModel", "WheelTouch", "WheelGeometry", "WheelProtocol",
                "LinuxSystem",
                "CEvdev", "DeviceSupport", "CAllocationCounter", "ModelTestSupport", "TestSupport",
            ]),
        .executableTarget(name: "wheeld", dependencies: ["WheelDaemon"]),

        // Bridges: programs between the daemon's socket and what other programs speak.
        .target(
            name: "WheelBridge",
            dependencies: [
                "WheelClient", "WheelProtocol", "WheelModel", "WheelConfiguration", "WheelSettings", "WheelGeometry",
                "WheelText", "LinuxSystem",
            ]),
        .testTarget(
            name: "WheelBridgeTests",
            dependencies: [
                "WheelBridge", "WheelClient", "WheelProtocol", "WheelModel", "WheelTouch", "WheelConfiguration",
                "WheelSettings",
                "WheelGeometry", "LinuxSystem", "TestSupport", "BridgeTestSupport",
            ]),
        .systemLibrary(name: "CAlsa", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .target(
            name: "WheelMIDI",
            dependencies: [
                "WheelBridge", "WheelClient", "WheelProtocol", "WheelConfiguration", "WheelSettings",
                "WheelGeometry", "LinuxSystem", "CAlsa",
            ]),
        .testTarget(
            name: "WheelMIDITests",
            dependencies: [
                "WheelMIDI", "WheelBridge", "WheelProtocol", "WheelModel", "WheelTouch", "WheelConfiguration",
                "WheelSettings",
                "WheelGeometry", "LinuxSystem", "TestSupport", "BridgeTestSupport",
            ]),
        .executableTarget(name: "wheel-midi", dependencies: ["WheelMIDI"]),
        .target(
            name: "WheelUinput",
            dependencies: [
                "WheelBridge", "WheelClient", "WheelProtocol", "WheelModel", "WheelConfiguration", "WheelSettings",
                "WheelGeometry", "LinuxSystem", "CEvdev",
            ]),
        .testTarget(
            name: "WheelUinputTests",
            dependencies: [
                "WheelUinput", "WheelBridge", "WheelProtocol", "WheelModel", "WheelTouch", "WheelConfiguration",
                "WheelSettings",
                "WheelGeometry", "LinuxSystem", "BridgeTestSupport",
            ]),
        .executableTarget(name: "wheel-uinput", dependencies: ["WheelUinput"]),
        .target(
            name: "WheelRig",
            dependencies: [
                "WheelBridge", "WheelClient", "WheelProtocol", "WheelModel", "WheelConfiguration", "WheelSettings",
                "WheelGeometry", "LinuxSystem",
            ]),
        .testTarget(
            name: "WheelRigTests",
            dependencies: [
                "WheelRig", "WheelBridge", "WheelProtocol", "WheelModel", "WheelTouch", "WheelConfiguration",
                "WheelSettings",
                "WheelGeometry", "LinuxSystem", "TestSupport", "BridgeTestSupport",
            ]),
        .executableTarget(name: "wheel-rig", dependencies: ["WheelRig"]),
        .systemLibrary(name: "CLiblo", pkgConfig: "liblo", providers: [.apt(["liblo-dev"])]),
        .target(
            name: "WheelOSC",
            dependencies: [
                "WheelBridge", "WheelClient", "WheelProtocol", "WheelModel", "WheelConfiguration", "WheelSettings",
                "WheelGeometry", "LinuxSystem", "CLiblo",
            ]),
        .testTarget(
            name: "WheelOSCTests",
            dependencies: [
                "WheelOSC", "WheelBridge", "WheelProtocol", "WheelModel", "WheelTouch", "WheelConfiguration",
                "WheelSettings",
                "WheelGeometry", "LinuxSystem", "TestSupport", "BridgeTestSupport",
            ]),
        .executableTarget(name: "wheel-osc", dependencies: ["WheelOSC"]),
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .target(
            name: "WheelMQTT",
            dependencies: [
                "WheelBridge", "WheelClient", "WheelProtocol", "WheelModel", "WheelConfiguration", "WheelSettings",
                "WheelGeometry", "WheelText", "LinuxSystem", "CMosquitto",
            ]),
        .testTarget(
            name: "WheelMQTTTests",
            dependencies: [
                "WheelMQTT", "WheelBridge", "WheelProtocol", "WheelModel", "WheelTouch", "WheelConfiguration",
                "WheelSettings",
                "WheelGeometry", "LinuxSystem", "TestSupport", "BridgeTestSupport",
            ]),
        .executableTarget(name: "wheel-mqtt", dependencies: ["WheelMQTT"]),

        // Simulated devices for tests: GPIO lines, knobs, touchscreens.
        .systemLibrary(name: "CDeviceSupport", path: "Tests/Support/CDeviceSupport"),
        .target(
            name: "DeviceSupport", dependencies: ["LinuxSystem", "CDeviceSupport"], path: "Tests/Support/DeviceSupport"),
        .testTarget(name: "DeviceSupportTests", dependencies: ["DeviceSupport", "CEvdev", "LinuxSystem"]),

        // Shared by tests: tables of text, property tests with a seed.
        .target(name: "TestSupport", path: "Tests/Support/TestSupport"),
        .target(
            name: "BridgeTestSupport",
            dependencies: [
                "WheelBridge", "WheelProtocol", "WheelModel", "WheelConfiguration", "WheelSettings", "WheelGeometry",
                "LinuxSystem", "TestSupport",
            ],
            path: "Tests/Support/BridgeTestSupport"),
        // For tests and fuzzers: applies random actions to a panel and checks the results.
        .target(
            name: "ModelTestSupport",
            dependencies: [
                "WheelModel", "WheelTouch", "WheelGeometry", "WheelConfiguration", "WheelSettings", "TestSupport",
            ],
            path: "Tests/Support/ModelTestSupport"),
        .testTarget(name: "WheelGeometryTests", dependencies: ["WheelGeometry", "TestSupport"]),
        .testTarget(
            name: "WheelModelTests",
            dependencies: [
                "WheelModel", "WheelTouch", "WheelGeometry", "WheelConfiguration", "WheelSettings", "TestSupport",
                "ModelTestSupport",
            ],
            exclude: ["Plays/Texts"]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// Only scripts/fuzz builds a fuzzer; it sets the environment variable FUZZER to the name of a folder in Fuzz/. A Swift file in
// that folder has LLVMFuzzerTestOneInput. The table lists the dependencies of each fuzzer.
let fuzzers: [String: [Target.Dependency]] = [
    "config": ["WheelConfiguration", "WheelSettings", "WheelModel", "ModelTestSupport", "TestSupport", "FuzzSupport"],
    "request": [
        "WheelGeometry", "WheelServer", "WheelProtocol", "WheelModel", "WheelConfiguration", "WheelSettings",
        "ModelTestSupport",
        "TestSupport", "FuzzSupport",
    ],
    "state": ["WheelProtocol"],
    "midi": [
        "WheelMIDI", "WheelBridge", "WheelProtocol", "WheelModel", "WheelConfiguration", "WheelSettings",
        "WheelGeometry", "TestSupport", "BridgeTestSupport",
    ],
    "uinput": [
        "WheelUinput", "WheelBridge", "WheelProtocol", "WheelModel", "WheelConfiguration", "WheelSettings",
        "WheelGeometry", "TestSupport", "BridgeTestSupport",
    ],
    "rig": [
        "WheelRig", "WheelBridge", "WheelProtocol", "WheelModel", "WheelConfiguration", "WheelSettings",
        "WheelGeometry", "TestSupport", "BridgeTestSupport",
    ],
    "osc": [
        "WheelOSC", "WheelBridge", "WheelProtocol", "WheelModel", "WheelConfiguration", "WheelSettings",
        "WheelGeometry", "TestSupport", "BridgeTestSupport",
    ],
    "mqtt": [
        "WheelMQTT", "WheelBridge", "WheelProtocol", "WheelModel", "WheelConfiguration", "WheelSettings",
        "WheelGeometry", "TestSupport", "BridgeTestSupport",
    ],
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

// Only scripts/oracle builds the player of games.
if Context.environment["WHEELD_ORACLE"] != nil {
    package.targets.append(
        .executableTarget(
            name: "oracle-player",
            dependencies: [
                "WheelServer", "WheelProtocol", "WheelModel", "WheelTouch", "WheelConfiguration", "WheelSettings",
                "WheelGeometry",
            ],
            path: "Fuzz/oracle",
            exclude: [
                "games.py", "scenes.py", "faults.py", "faults.txt", "reached.py", "former", "former-names.txt", "run",
            ],
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}

// Unit tests are in Tests/Unit, tests of the programs in Tests/Programs, what tests share in Tests/Support.
for target in package.targets where target.type == .test && target.path == nil {
    target.path = "Tests/Unit/\(target.name)"
}

// scripts/test builds as it is shipped, with the optimiser, what works beside hands. The tests themselves, and programs that
// answer a person or the network, take longer to optimise than to run.
if Context.environment["WHEELD_TEST_BUILD"] != nil {
    let unhurried: Set = [
        "WheelDoctor", "WheelLearning", "wheelctl", "WheelMIDI", "WheelUinput", "WheelRig", "WheelMQTT",
        "bench-clients",
        "bench-scenes", "bench-canvas", "example-follow", "example-engine",
    ]
    for target in package.targets where target.type == .test || unhurried.contains(target.name) {
        target.swiftSettings = [.unsafeFlags(["-Onone"])]
    }
}
