// swift-tools-version: 6.0
import PackageDescription

// The layers of the package, from the values that all targets share to the programs. A target may import the
// dependencies that stand here and the system modules in scripts/targets.txt; scripts/check-imports enforces it.
// docs/internals/architecture.md has the table.
let package = Package(
    name: "wheeld",
    products: [
        // The library for clients in Swift.
        .library(name: "WheelClient", targets: ["WheelClient", "WheelProtocol", "WheelSettings"])
    ],
    targets: [
        // Values without a clock, a descriptor or a pixel, and the instrument that is made of them.
        library("WheelCore"),
        library("WheelModel", "WheelCore"),
        library("WheelTouch", "WheelModel", "WheelCore"),

        // Text that comes from outside: the file, and the lines of the socket.
        cLibrary("CTOML"),
        cLibrary("CNumber"),
        system("CJansson", "jansson", from: "libjansson-dev"),
        library("WheelConfiguration", "WheelModel", "WheelCore", "CTOML"),
        library("WheelWire", "WheelCore", "CJansson", "CNumber"),

        // The kernel and its devices. CLinux declares what Swift's Glibc module lacks; CGPIO is one interface over libgpiod 1.6
        // with the kernel's own, and over libgpiod 2.
        cLibrary("CLinux"),
        cLibrary("CGPIO", links: "gpiod"),
        system("CEvdev", "libevdev", from: "libevdev-dev"),
        system("CUdev", "libudev", from: "libudev-dev"),
        library("LinuxSystem", "WheelCore", "CLinux"),
        library("WheelInput", "WheelModel", "WheelCore", "LinuxSystem", "CEvdev", "CGPIO", "CUdev"),

        // Pictures: shapes as pixels, controls as shapes, pictures on screens and terminals.
        system("CFreeType", "freetype2", from: "libfreetype-dev"),
        system("CPNG", "libpng", from: "libpng-dev"),
        system("CDRM", "libdrm", from: "libdrm-dev"),
        library("WheelCanvas", "WheelCore", "CFreeType", "CPNG"),
        library("WheelScene", "WheelCanvas", "WheelTouch", "WheelModel", "WheelCore"),
        library(
            "WheelScreen", "WheelScene", "WheelCanvas", "WheelModel", "WheelWire", "WheelCore", "LinuxSystem", "CDRM"),

        // The two ends of the socket, the daemon and the command line.
        library("WheelServer", "WheelWire", "WheelModel", "WheelCore", "LinuxSystem"),
        library("WheelClient", "WheelWire", "WheelCore", "LinuxSystem"),
        library(
            "WheelPanel", "WheelClient", "WheelScene", "WheelCanvas", "WheelWire", "WheelCore", "LinuxSystem"),
        program(
            "wheeld", "WheelServer", "WheelScreen", "WheelScene", "WheelInput", "WheelConfiguration", "WheelWire",
            "WheelTouch", "WheelModel", "WheelCore", "LinuxSystem"),
        program(
            "wheelctl", "WheelPanel", "WheelClient", "WheelServer", "WheelScreen", "WheelScene", "WheelCanvas",
            "WheelInput", "WheelConfiguration", "WheelWire", "WheelTouch", "WheelModel", "WheelCore", "LinuxSystem"),
        // For one release: the modules that programs imported beside WheelClient until 0.1.
        library("WheelProtocol", "WheelWire"),
        library("WheelSettings", "WheelCore"),

        // Bridges: programs between the daemon's socket and what other programs speak.
        system("CAlsa", "alsa", from: "libasound2-dev"),
        system("CLiblo", "liblo", from: "liblo-dev"),
        system("CMosquitto", "libmosquitto", from: "libmosquitto-dev"),
        system("CQrencode", "libqrencode", from: "libqrencode-dev"),
        library("WheelBridge", "WheelClient", "WheelConfiguration", "WheelWire", "WheelCore", "LinuxSystem"),
        bridge("WheelMIDI", "CAlsa"),
        bridge("WheelUinput", "CEvdev"),
        bridge("WheelRig"),
        bridge("WheelOSC", "CLiblo"),
        bridge("WheelMQTT", "CMosquitto"),
        // No bridge: it passes lines on. scripts/web-page makes a file of those in Page.
        .target(
            name: "WheelWeb",
            dependencies: names([
                "WheelBridge", "WheelClient", "WheelConfiguration", "WheelCore", "LinuxSystem", "CQrencode",
            ]), exclude: ["Page"]),
        program("wheel-midi", "WheelMIDI"),
        program("wheel-uinput", "WheelUinput"),
        program("wheel-rig", "WheelRig"),
        program("wheel-osc", "WheelOSC"),
        program("wheel-mqtt", "WheelMQTT"),
        program("wheel-web", "WheelWeb"),

        // The examples of docs/clients.
        .executableTarget(
            name: "example-follow", dependencies: ["WheelClient", "WheelProtocol", "WheelSettings"],
            path: "docs/clients/swift", exclude: ["Patch.swift", "SynthEngine.swift"]),
        .executableTarget(
            name: "example-engine", dependencies: ["WheelClient", "WheelProtocol", "WheelSettings"],
            path: "docs/clients/swift", exclude: ["Follow.swift"]),

        // Benchmarks: scripts/bench.
        benchmark("AllocationCount"),
        benchmark("Model", as: "bench-model", "AllocationCount", "WheelTouch", "WheelModel", "WheelCore"),
        benchmark("Clients", as: "bench-clients", "LinuxSystem", "WheelCore"),
        benchmark("Scenes", as: "bench-scenes", "WheelScene", "WheelCanvas", "WheelTouch", "WheelModel", "WheelCore"),

        // What tests share: counters of allocations and system calls, a helper process that a test may kill, simulated devices,
        // tables of text and seeded properties, a panel whose results are checked, pictures that are read. The reader of
        // pictures has the optimiser, which tests do not.
        support("CAllocationCounter"),
        support("CSystemCallTracer"),
        .systemLibrary(name: "CDeviceSupport", path: "Tests/Support/CDeviceSupport"),
        .executableTarget(
            name: "LinuxSystemHelper",
            dependencies: ["LinuxSystem", "WheelCore", "CAllocationCounter", "CSystemCallTracer"],
            path: "Tests/Support/LinuxSystemHelper"),
        support("DeviceSupport", "LinuxSystem", "CDeviceSupport"),
        support("TestSupport"),
        support("ModelTestSupport", "WheelConfiguration", "WheelTouch", "WheelModel", "WheelCore", "TestSupport"),
        support("PictureReading", "WheelCanvas", "WheelCore"),
        support(
            "BridgeTestSupport", "WheelBridge", "WheelConfiguration", "WheelWire", "WheelModel", "WheelCore",
            "LinuxSystem", "TestSupport"),

        tests("WheelCoreTests", of: "WheelCore", "WheelConfiguration", "TestSupport"),
        tests(
            "WheelModelTests", of: "WheelModel", "WheelTouch", "WheelCore", "WheelConfiguration", "TestSupport",
            "ModelTestSupport", exclude: "Plays/Texts"),
        tests("CNumberTests", of: "CNumber", "TestSupport"),
        tests("CDoorTests", of: "CEvdev", "CUdev", "CJansson"),
        tests("CGPIOTests", of: "CGPIO", "LinuxSystem", "DeviceSupport", "CAllocationCounter"),
        tests("DeviceSupportTests", of: "DeviceSupport", "CEvdev", "LinuxSystem"),
        tests(
            "WheelConfigurationTests", of: "WheelConfiguration", "WheelTouch", "WheelModel", "WheelCore",
            "TestSupport", exclude: "Mistakes"),
        tests(
            "WheelWireTests", of: "WheelWire", "WheelServer", "WheelTouch", "WheelModel", "WheelCore",
            "ModelTestSupport", "TestSupport", "CAllocationCounter"),
        // clients/python: its files that are made of the declarations of operations, lines and tables.
        tests("PythonModuleTests", of: "WheelConfiguration", "WheelWire", "WheelTouch", "WheelModel", "WheelCore"),
        tests(
            "LinuxSystemTests", of: "LinuxSystem", "WheelCore", "CLinux", "LinuxSystemHelper", "CAllocationCounter",
            "CSystemCallTracer"),
        tests(
            "WheelInputTests", of: "WheelInput", "WheelTouch", "WheelModel", "WheelCore", "LinuxSystem", "CEvdev",
            "DeviceSupport", "ModelTestSupport", "TestSupport", "CAllocationCounter", exclude: "Recordings"),
        tests(
            "WheelCanvasTests", of: "WheelCanvas", "WheelCore", "PictureReading", "TestSupport", "CAllocationCounter"),
        tests(
            "WheelSceneTests", of: "WheelScene", "WheelCanvas", "WheelTouch", "WheelModel", "WheelCore",
            "ModelTestSupport", "PictureReading", "TestSupport", exclude: "Pictures"),
        tests(
            "WheelScreenTests", of: "WheelScreen", "WheelScene", "WheelCanvas", "WheelTouch", "WheelModel", "WheelWire",
            "WheelCore", "LinuxSystem", "CDRM", "DeviceSupport", "TestSupport"),
        tests(
            "WheelPanelTests", of: "WheelPanel", "WheelScene", "WheelCanvas", "WheelTouch", "WheelModel", "WheelWire",
            "WheelCore", "LinuxSystem", "TestSupport"),
        tests(
            "WheelServerTests", of: "WheelServer", "WheelWire", "WheelTouch", "WheelModel", "WheelCore", "LinuxSystem",
            "ModelTestSupport", "TestSupport"),
        tests(
            "WheelClientTests", of: "WheelClient", "WheelWire", "WheelTouch", "WheelModel", "WheelCore", "LinuxSystem",
            "TestSupport"),
        tests(
            "WheelDaemonTests", of: "wheeld", "WheelServer", "WheelScene", "WheelInput", "WheelConfiguration",
            "WheelWire", "WheelTouch", "WheelModel", "WheelCore", "LinuxSystem", "CEvdev", "DeviceSupport",
            "CAllocationCounter", "ModelTestSupport", "TestSupport"),
        tests(
            "WheelDoctorTests", of: "wheelctl", "WheelClient", "WheelConfiguration", "WheelWire", "WheelScreen",
            "WheelCore", "LinuxSystem"),
        tests(
            "WheelLearningTests", of: "wheelctl", "WheelInput", "WheelTouch", "WheelModel", "WheelCore", "TestSupport"),
        tests(
            "WheelBridgeTests", of: "WheelBridge", "WheelClient", "WheelConfiguration", "WheelWire", "WheelTouch",
            "WheelModel", "WheelCore", "LinuxSystem", "TestSupport", "BridgeTestSupport"),
        bridgeTests("WheelMIDITests", of: "WheelMIDI"),
        bridgeTests("WheelUinputTests", of: "WheelUinput"),
        bridgeTests("WheelRigTests", of: "WheelRig"),
        bridgeTests("WheelOSCTests", of: "WheelOSC"),
        bridgeTests("WheelMQTTTests", of: "WheelMQTT"),
        bridgeTests("WheelWebTests", of: "WheelWeb"),
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "wheelctl", "wheeld", "WheelClient", "WheelWire", "WheelConfiguration", "WheelModel", "WheelTouch",
                "WheelCore", "WheelInput", "LinuxSystem", "CGPIO", "DeviceSupport", "TestSupport",
            ],
            path: "Tests/Programs/ProgramTests"),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

func names(_ dependencies: [String]) -> [Target.Dependency] { dependencies.map { .byName(name: $0) } }

func library(_ name: String, _ dependencies: String...) -> Target {
    .target(name: name, dependencies: names(dependencies))
}

/// In C or C++. As in each package of Debian, libc checks at run time the sizes that the compiler knows.
func cLibrary(_ name: String, links library: String? = nil) -> Target {
    .target(
        name: name, cSettings: [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))],
        linkerSettings: library.map { [.linkedLibrary($0)] })
}

func program(_ name: String, _ dependencies: String...) -> Target {
    .executableTarget(name: name, dependencies: names(dependencies))
}

func bridge(_ name: String, _ dependencies: String...) -> Target {
    let shared = ["WheelBridge", "WheelClient", "WheelConfiguration", "WheelWire", "WheelCore", "LinuxSystem"]
    return .target(name: name, dependencies: names(shared + dependencies))
}

/// A library of the system, with shims for declarations that Swift cannot import.
func system(_ name: String, _ library: String, from package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: library, providers: [.apt([package])])
}

func benchmark(_ folder: String, as program: String? = nil, _ dependencies: String...) -> Target {
    let path = "Benchmarks/\(folder)"
    guard let program else { return .target(name: folder, dependencies: names(dependencies), path: path) }
    return .executableTarget(name: program, dependencies: names(dependencies), path: path)
}

func support(_ name: String, _ dependencies: String...) -> Target {
    .target(name: name, dependencies: names(dependencies), path: "Tests/Support/\(name)")
}

func tests(_ name: String, of dependencies: String..., exclude: String...) -> Target {
    .testTarget(name: name, dependencies: names(dependencies), path: "Tests/Unit/\(name)", exclude: exclude)
}

func bridgeTests(_ name: String, of bridge: String) -> Target {
    let shared = [
        "WheelBridge", "WheelConfiguration", "WheelWire", "WheelTouch", "WheelModel", "WheelCore", "LinuxSystem",
        "TestSupport", "BridgeTestSupport",
    ]
    return .testTarget(name: name, dependencies: names([bridge] + shared), path: "Tests/Unit/\(name)")
}

// Only scripts/fuzz builds a fuzzer; it sets the environment variable FUZZER to the name of a folder in Fuzz/. A Swift file in
// that folder has LLVMFuzzerTestOneInput. The table lists the dependencies of each fuzzer.
let bridgeFuzzer = [
    "WheelBridge", "WheelConfiguration", "WheelWire", "WheelModel", "WheelCore", "TestSupport", "BridgeTestSupport",
]
let fuzzers: [String: [String]] = [
    "config": ["WheelConfiguration", "WheelModel", "WheelCore", "ModelTestSupport", "TestSupport", "FuzzSupport"],
    "request": [
        "WheelServer", "WheelConfiguration", "WheelWire", "WheelTouch", "WheelModel", "WheelCore", "ModelTestSupport",
        "TestSupport", "FuzzSupport",
    ],
    "state": ["WheelWire"],
    "midi": ["WheelMIDI"] + bridgeFuzzer,
    "uinput": ["WheelUinput"] + bridgeFuzzer,
    "rig": ["WheelRig", "WheelClient"] + bridgeFuzzer,
    "osc": ["WheelOSC"] + bridgeFuzzer,
    "mqtt": ["WheelMQTT"] + bridgeFuzzer,
    "web": ["WheelWeb", "TestSupport"],
    "model": ["ModelTestSupport", "TestSupport"],
]
if let name = Context.environment["FUZZER"], let tried = fuzzers[name] {
    package.targets += [
        .target(
            name: "fuzz-driver", path: "Fuzz/driver",
            cSettings: [.define("FUZZER_MAIN", to: "fuzz_\(name)_main")]),
        .target(name: "FuzzSupport", dependencies: ["fuzz-driver", "TestSupport"], path: "Fuzz/support"),
        .executableTarget(
            name: "fuzz-\(name)", dependencies: names(tried + ["fuzz-driver"]), path: "Fuzz/\(name)",
            exclude: ["Corpus"], swiftSettings: [.unsafeFlags(["-parse-as-library"])]),
    ]
}

// scripts/test builds the code that reacts to hands with the optimiser, as it is shipped. The tests themselves, and
// programs that answer a person or the network, take longer to optimise than to run. The tests of the panel decode many
// pictures.
if Context.environment["WHEELD_TEST_BUILD"] != nil {
    let unhurried: Set = [
        "wheelctl", "WheelMIDI", "WheelUinput", "WheelRig", "WheelMQTT", "WheelWeb", "bench-clients", "bench-scenes",
        "example-follow", "example-engine",
    ]
    for target in package.targets where target.type == .test || unhurried.contains(target.name) {
        if target.name != "WheelPanelTests" { target.swiftSettings = [.unsafeFlags(["-Onone"])] }
    }
}
