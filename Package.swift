// swift-tools-version: 6.2
import PackageDescription

// Every target stands one floor above what it imports; docs/architecture.md draws the floors.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableExperimentalFeature("Lifetimes"),
]

/// A Debian library as a Clang module: `Sources/NAME/module.modulemap` beside `shims.h`.
func system(_ name: String, pkgConfig: String? = nil, debian package: String? = nil) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: package.map { [.apt([$0])] })
}

func target(_ name: String, imports: [Target.Dependency] = [], path: String? = nil) -> Target {
    .target(name: name, dependencies: imports, path: path, swiftSettings: strict)
}

func tests(_ name: String, imports: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.target(name: name)] + imports, resources: resources,
        swiftSettings: strict)
}

let package = Package(
    name: "talaria",
    products: [.executable(name: "talaria", targets: ["talaria"])],
    targets: [
        // Floor 0: the C world.
        system("CSystem"),
        system("COpenSSL", pkgConfig: "openssl", debian: "libssl-dev"),
        system("CCurl", pkgConfig: "libcurl", debian: "libcurl4-openssl-dev"),
        system("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev"),
        system("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),
        system("CBrotli", pkgConfig: "libbrotlidec", debian: "libbrotli-dev"),
        system("CUTF8Proc", debian: "libutf8proc-dev"),
        .target(name: "CScene"),
        .target(name: "CRE2", linkerSettings: [.linkedLibrary("re2")]),
        // Floor 1: values and codecs.
        target("Random"),
        target("Time"),
        target("JSON"),
        target("Shell"),
        target("Address"),
        // Floor 2: what messages, frames, rules and measurements mean.
        target("WebSocket", imports: ["Address", "CZlib"]),
        target("Hermes", imports: ["JSON", "Address", "Time"]),
        target("Measure", imports: ["JSON", "Random", "Time", "CZlib"]),
        target("Rules", imports: ["JSON", "Shell", "Address", "Random", "Time", "CRE2", "CUTF8Proc"]),
        // Floor 3: one value that is a bot.
        target("Bot", imports: ["Hermes", "Rules", "JSON", "Random", "Time"]),
        // Floor 4: the outside world.
        target("Net", imports: ["WebSocket", "Address", "Time", "CSystem", "COpenSSL"]),
        target("Files", imports: ["Random", "COpenSSL", "CSystem"]),
        target("Store", imports: ["Files", "Time", "CSQLite", "CSystem"]),
        target(
            "Media", imports: ["Files", "Address", "JSON", "Time", "CCurl", "CBrotli", "CZlib", "CUTF8Proc", "CSystem"]),
        target("Prove", imports: ["Bot"]),
        // Floor 5: what real drivers share.
        target("Drive", imports: ["Bot", "Net", "Media", "CSystem"]),
        // Floor 6: the drivers.
        target("Runner", imports: ["Drive", "Store", "Prove"]),
        target("Gateway", imports: ["Drive", "CScene"]),
        target("Console", imports: ["Drive", "Prove"]),
        target("Load", imports: ["Drive", "Measure", "Random", "CSystem"]),
        // Floor 7: the command, and the benchmarks.
        .executableTarget(
            name: "talaria", dependencies: ["Console", "Runner", "Gateway", "Load", "Prove"], swiftSettings: strict),
        .executableTarget(
            name: "bench",
            dependencies: [
                "CRE2", "CSystem", "JSON", "WebSocket", "Hermes", "Rules", "Bot", "Net", "Media", "Prove", "Measure",
                "Runner", "Files", "Random", "Scaffold",
            ],
            swiftSettings: strict),
        // What tests and benchmarks stand on: a fresh folder, servers on loopback, an authority.
        target("Scaffold", imports: ["Files", "COpenSSL", "CSystem"], path: "Tests/Scaffold"),
        // Tests: a target each.
        tests("Random"), tests("Time", imports: ["Random"]), tests("JSON", imports: ["Random"]),
        tests("WebSocket", imports: ["Random"]), tests("Shell", imports: ["Random"]), tests("Address"),
        tests("Measure", imports: ["Random"]), tests("Hermes", imports: ["Random"]),
        tests("Rules", imports: ["Random"], resources: [.copy("Language/Golden")]),
        tests("Bot", imports: ["Random"]), tests("Net", imports: ["Random", "Scaffold", "CSystem", "COpenSSL"]),
        tests("Files", imports: ["Scaffold"]),
        tests("Store", imports: ["Scaffold", "CSQLite"]),
        tests("Media", imports: ["Scaffold", "COpenSSL", "CSystem", "CZlib"]),
        tests("Drive", imports: ["Scaffold"]), tests("Runner", imports: ["Scaffold"]), tests("Gateway"),
        tests("Load", imports: ["Random"]), tests("Prove", imports: ["Random"]), tests("Console"),
        tests("talaria"),
    ]
)

// Fuzz targets, for `.ci/fuzz` alone: libFuzzer brings the program's `main`.
if Context.environment["TALARIA_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "fuzz", dependencies: ["WebSocket", "JSON", "Hermes", "Shell", "Rules", "Random", "Time"],
            path: "Tests/Fuzz",
            exclude: ["Corpora"], swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}
