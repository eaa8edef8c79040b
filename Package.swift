// swift-tools-version: 6.2
import PackageDescription

// The picture of the system: lowest layer first, and no target imports one below it in this file. Long because it is one.
// script/check holds every `import` line to the dependencies declared here.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let arguments = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let lifecycle = Target.Dependency.product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(
  name: "UnixSignals", package: "swift-service-lifecycle")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let nioHTTP = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio")
let asyncHTTPClient = Target.Dependency.product(
  name: "AsyncHTTPClient", package: "async-http-client")
let jwtKit = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let nioHTTPTypes = Target.Dependency.product(
  name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")

let package = Package(
  name: "grove",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "GroveIdentity", targets: ["GroveIdentity"]),
    .library(name: "GroveMessage", targets: ["GroveMessage"]),
    .library(name: "GroveClient", targets: ["GroveClient"]),
    .library(name: "Messenger", targets: ["Messenger"]),
    // What an app adds: SharedWithYou re-exports the other two
    .library(name: "SharedWithYouCore", targets: ["SharedWithYouCore"]),
    .library(name: "SharedWithYou", targets: ["SharedWithYou"]),
    .library(name: "SharingUI", targets: ["SharingUI"]),
    // An app's records; re-exports CoreLocation, for fields that hold places
    .library(name: "CloudKit", targets: ["CloudKit"]),
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
    // Files of a person's drive, shared by where they lie on this machine
    .library(name: "GroveDrive", targets: ["GroveDrive"]),
    // What Benchmarks/ measures
    .library(name: "CollaborationDomain", targets: ["CollaborationDomain"]),
    .library(name: "StoreSQLite", targets: ["StoreSQLite"]),
    // A million steps of small worlds: script/simulate
    .executable(name: "simulate", targets: ["simulate"]),
    // What Fuzz/ feeds
    .library(name: "FuzzDecoders", targets: ["FuzzDecoders"]),
    .executable(name: "grove", targets: ["grove"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
  ],
  targets: [
    // MARK: Identity and messages: bytes in, bytes out; no I/O, no clock, no randomness of their own
    .target(name: "GroveIdentity", dependencies: [crypto], swiftSettings: strict),
    .target(
      name: "GroveMessage", dependencies: ["GroveIdentity", crypto], swiftSettings: strict),

    // MARK: What travels over HTTP, declared once for both ends
    .target(
      name: "GroveWire", dependencies: ["GroveIdentity", "GroveMessage"], swiftSettings: strict),

    // MARK: The rules: pure decisions and the storage protocols
    .target(
      name: "CollaborationDomain", dependencies: ["GroveIdentity"], swiftSettings: strict),
    // Databases of records, parts of which are shared as documents are
    .target(
      name: "RecordDomain", dependencies: ["GroveIdentity", "CollaborationDomain"],
      swiftSettings: strict),
    // An account's files and folders, as WebDAV has them
    .target(
      name: "DriveDomain", dependencies: ["GroveIdentity", "CollaborationDomain"],
      swiftSettings: strict),
    .target(
      name: "RelayDomain", dependencies: ["GroveIdentity", "GroveMessage"], swiftSettings: strict),

    // MARK: The servers
    .target(
      name: "GroveServing",
      dependencies: [
        "GroveIdentity", "GroveWire", crypto, hummingbird, hummingbirdCore, logging, metrics,
        lifecycle, unixSignals, nioCore, nioPosix, nioHTTP, nioHTTPTypes, httpTypes,
        nioSSL, nioTLS, asyncHTTPClient,
      ],
      swiftSettings: strict),
    .target(
      name: "CollaborationServer",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveWire", "CollaborationDomain", "RecordDomain",
        "DriveDomain", "GroveServing", crypto, cryptoExtras, hummingbird, logging, metrics,
        lifecycle, nioCore,
        httpTypes,
        jwtKit,
      ],
      swiftSettings: strict),
    .target(
      name: "RelayServer",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveWire", "RelayDomain", "GroveServing",
        crypto, hummingbird, logging, metrics, lifecycle, nioCore, httpTypes,
      ],
      swiftSettings: strict),
    // The rows of both stores, in SQL that SQLite and PostgreSQL have in common
    .target(
      name: "StoreSQL",
      dependencies: [
        "GroveIdentity", "GroveMessage", "CollaborationDomain", "RecordDomain", "DriveDomain",
        "RelayDomain", crypto,
      ],
      swiftSettings: strict),
    // What is said to SQLite before anything uses it: in C alone it can be
    .target(name: "CSQLiteSettings"),
    .target(
      name: "StoreSQLite",
      dependencies: [
        "CSQLiteSettings", "CollaborationDomain", "RecordDomain", "DriveDomain",
        "RelayDomain", "StoreSQL", grdb, sqlite,
      ],
      swiftSettings: strict),
    // libpq is looked up when it is first needed: one machine with SQLite needs none
    .target(name: "CPostgres"),
    .target(
      name: "StorePostgres",
      dependencies: [
        "GroveIdentity", "GroveMessage", "CollaborationDomain", "RecordDomain", "DriveDomain",
        "RelayDomain", "StoreSQL", "CPostgres", logging,
      ],
      swiftSettings: strict),

    // MARK: Between apps and the messenger of their person
    .target(
      name: "GroveSystem", dependencies: ["GroveIdentity", "GroveMessage", "GroveWire"],
      swiftSettings: strict),

    // MARK: A device: its rules, its rows, what it asks of servers, and what puts them together
    .target(
      name: "MessengerDomain",
      dependencies: ["GroveIdentity", "GroveMessage", "GroveWire", "GroveSystem", crypto],
      swiftSettings: strict),
    .target(
      name: "MessengerStore",
      dependencies: ["GroveIdentity", "GroveMessage", "MessengerDomain", grdb],
      swiftSettings: strict),
    .target(
      name: "GroveClient",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveWire", crypto, asyncHTTPClient, nioCore, nioPosix,
        nioHTTP,
      ],
      swiftSettings: strict),
    .target(
      name: "Messenger",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveWire", "GroveSystem", "MessengerDomain",
        "MessengerStore", "GroveClient", crypto, cryptoExtras, logging,
      ],
      swiftSettings: strict),

    // MARK: Apps: one messenger for all of a person's, and the framework they are written against
    .target(
      name: "GroveAgent",
      dependencies: ["GroveIdentity", "GroveSystem", nioCore, nioPosix],
      swiftSettings: strict),
    // The process that holds the device and serves the apps: no app links it
    .target(
      name: "GroveAgentServer",
      dependencies: [
        "GroveIdentity", "GroveSystem", "GroveAgent", logging, lifecycle, nioCore, nioPosix,
      ],
      swiftSettings: strict),
    .target(
      name: "SharedWithYouCore", dependencies: ["GroveIdentity", "GroveSystem", "GroveAgent"],
      swiftSettings: strict),
    .target(
      name: "SharingUI",
      dependencies: ["GroveIdentity", "GroveSystem", "SharedWithYouCore"],
      swiftSettings: strict),
    .target(
      name: "SharedWithYou",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveSystem", "SharedWithYouCore", "SharingUI",
      ],
      swiftSettings: strict),

    // Places, as records hold them
    .target(name: "CoreLocation", swiftSettings: strict),
    // Records of an app at a collaboration server, and their sharing
    .target(
      name: "CloudKit",
      dependencies: [
        "GroveIdentity", "GroveWire", "GroveSystem", "GroveClient", "SharedWithYouCore",
        "SharingUI", "SharedWithYou", "CoreLocation",
      ],
      swiftSettings: strict),

    // Folders of this machine that are kept like a drive: grove writes down which, apps read it
    .target(name: "KeptFolders", dependencies: ["GroveIdentity"], swiftSettings: strict),
    // Files in them, and their sharing
    .target(
      name: "GroveDrive",
      dependencies: [
        "GroveIdentity", "GroveWire", "GroveSystem", "GroveClient", "SharedWithYouCore",
        "KeptFolders",
      ],
      swiftSettings: strict),

    // The app of docs/tutorials/recipes-cli.md, which has a package of its own, as its readers have it:
    // built here too, so that tests run it
    .executableTarget(
      name: "RecipesExample", dependencies: ["SharedWithYou"],
      path: "Examples/Recipes-cli/Sources/recipes", swiftSettings: [.swiftLanguageMode(.v6)]),

    // The notes app of Examples, as above
    .executableTarget(
      name: "NotesExample", dependencies: ["CloudKit"],
      path: "Examples/Notes-cli/Sources/notes", swiftSettings: [.swiftLanguageMode(.v6)]),

    // The files app of Examples, as above
    .executableTarget(
      name: "FilesExample", dependencies: ["SharedWithYou", "GroveDrive"],
      path: "Examples/Files-cli/Sources/files", swiftSettings: [.swiftLanguageMode(.v6)]),

    // MARK: The command line
    // What was built: a value that Swift cannot take from outside. `script/build` sets it.
    .target(
      name: "CGroveBuild",
      cSettings: [
        .define(
          "GROVE_COMMIT", to: "\"\(Context.environment["GROVE_COMMIT"] ?? "unknown")\""),
        .define("GROVE_WITHOUT_ICU_DATA", .when(platforms: [.linux], configuration: .release)),
      ]),
    .target(
      name: "GroveCommands",
      dependencies: [
        "CGroveBuild",
        "GroveIdentity", "GroveMessage", "GroveWire", "GroveServing", "CollaborationDomain",
        "RecordDomain", "DriveDomain", "RelayDomain", "CollaborationServer", "RelayServer",
        "StoreSQL", "StoreSQLite", "StorePostgres",
        "GroveSystem", "GroveClient",
        "Messenger", "GroveAgent", "GroveAgentServer",
        "SharingUI", "KeptFolders", crypto, arguments, logging, lifecycle,
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "grove", dependencies: ["GroveCommands", arguments], swiftSettings: strict,
      // Packed relocations: 4 MB less. They need glibc 2.36 where it runs, which Debian 12 has
      linkerSettings: [
        .unsafeFlags(
          ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"],
          .when(platforms: [.linux])),
        // Functions and strings that are the same are there once: 5 MB less than where only those go that nothing
        // tells apart. Swift compares no functions, and browsers link the same C code so. And nothing that only a
        // compiler reads: 0.1 MB less
        .unsafeFlags(
          [
            "-Xlinker", "--icf=all", "-Xlinker", "-O2",
            "-Xlinker", "-T", "-Xlinker",
            Context.packageDirectory + "/script/discarded-sections.ld",
          ], .when(platforms: [.linux], configuration: .release)),
      ]),

    // MARK: Tests, mirroring Sources; OpenSSL is an oracle in tests and nowhere else
    .systemLibrary(
      name: "COpenSSL", path: "Tests/COpenSSL", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"])]),
    .target(
      name: "GroveTesting",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveWire", "CollaborationDomain", "RecordDomain",
        "DriveDomain", "RelayDomain",
      ],
      path: "Tests/GroveTesting", swiftSettings: strict),
    // A small world of all processes in one thread, on the product's rules and with every fault
    .target(
      name: "Simulator",
      dependencies: [
        "GroveIdentity", "GroveMessage", "CollaborationDomain", "RelayDomain", "GroveSystem",
        "MessengerDomain", "GroveTesting",
      ],
      path: "Tests/Simulator", swiftSettings: strict),
    .executableTarget(
      name: "simulate", dependencies: ["Simulator", arguments], path: "Tests/simulate",
      swiftSettings: strict),
    .testTarget(
      name: "SimulatorTests", dependencies: ["Simulator"], swiftSettings: strict),
    // Every decoder as a function of bytes: Fuzz/ calls them with what a fuzzer makes up
    .target(
      name: "FuzzDecoders",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveWire", "RelayDomain", "CollaborationDomain",
        "RecordDomain", "DriveDomain", "GroveServing", "CollaborationServer", "RelayServer",
        "GroveAgent", "SharedWithYouCore", "SharingUI", crypto, hummingbird, httpTypes, nioCore,
        nioHTTP,
      ],
      path: "Tests/FuzzDecoders", swiftSettings: strict),
    .testTarget(
      name: "FuzzDecodersTests", dependencies: ["FuzzDecoders"], swiftSettings: strict),
    .testTarget(
      name: "GroveIdentityTests",
      dependencies: ["GroveIdentity", "GroveTesting", "COpenSSL", crypto],
      swiftSettings: strict),
    .testTarget(
      name: "GroveMessageTests",
      dependencies: ["GroveIdentity", "GroveMessage", "GroveTesting", crypto],
      swiftSettings: strict),
    .testTarget(
      name: "GroveWireTests",
      dependencies: ["GroveIdentity", "GroveMessage", "GroveWire", "GroveTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "CollaborationDomainTests",
      dependencies: ["GroveIdentity", "CollaborationDomain", "GroveTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "RecordDomainTests",
      dependencies: ["GroveIdentity", "CollaborationDomain", "RecordDomain", "GroveTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "DriveDomainTests",
      dependencies: ["GroveIdentity", "CollaborationDomain", "DriveDomain", "GroveTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "RelayDomainTests",
      dependencies: ["GroveIdentity", "GroveMessage", "RelayDomain", "GroveTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "GroveServingTests",
      dependencies: [
        "GroveIdentity", "GroveWire", "GroveServing", logging, metrics, lifecycle, httpTypes,
        asyncHTTPClient, nioCore, nioPosix,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "StoreSQLTests",
      dependencies: ["GroveIdentity", "RecordDomain", "StoreSQL", "GroveTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "StoreSQLiteTests",
      dependencies: [
        "GroveIdentity", "GroveMessage", "CollaborationDomain", "RecordDomain", "DriveDomain",
        "RelayDomain", "StoreSQL", "StoreSQLite", "GroveTesting", grdb,
      ],
      swiftSettings: strict),
    // They begin a PostgreSQL of their own, and end it
    .testTarget(
      name: "StorePostgresTests",
      dependencies: [
        "GroveIdentity", "GroveMessage", "CollaborationDomain", "RecordDomain", "DriveDomain",
        "RelayDomain", "StoreSQL", "StoreSQLite", "StorePostgres", "GroveTesting", crypto, logging,
        grdb,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CollaborationServerTests",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveWire", "CollaborationDomain", "RecordDomain",
        "DriveDomain", "GroveServing",
        "CollaborationServer", "StoreSQLite", "GroveClient", "GroveTesting", crypto, logging,
        hummingbird, lifecycle, nioCore, jwtKit, httpTypes,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RelayServerTests",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveWire", "RelayDomain", "GroveServing",
        "RelayServer", "StoreSQLite", "GroveClient", "GroveTesting", crypto, grdb, logging,
        hummingbird, lifecycle, httpTypes, nioCore,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GroveClientTests",
      dependencies: ["GroveIdentity", "GroveMessage", "GroveWire", "GroveClient", "GroveTesting"],
      swiftSettings: strict),
    .testTarget(
      name: "MessengerDomainTests",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveWire", "GroveSystem", "MessengerDomain",
        "GroveTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MessengerStoreTests",
      dependencies: [
        "GroveIdentity", "GroveMessage", "MessengerDomain", "MessengerStore", "GroveTesting",
      ],
      swiftSettings: strict),
    // What a device's rules say to each event, for both devices: docs/TRANSCRIPTS.md
    .testTarget(
      name: "TranscriptTests",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveWire", "GroveSystem", "MessengerDomain",
        "MessengerStore", "GroveTesting",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "MessengerTests",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveWire", "GroveSystem", "MessengerDomain",
        "MessengerStore", "GroveClient", "Messenger", "GroveTesting", crypto, grdb, logging,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GroveAgentTests",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveWire", "GroveSystem", "GroveAgent",
        "GroveAgentServer", logging, lifecycle, nioCore,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SharedWithYouCoreTests",
      dependencies: ["GroveIdentity", "GroveSystem", "SharedWithYouCore"], swiftSettings: strict),
    .testTarget(
      name: "SharingUITests",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveSystem", "SharedWithYouCore", "SharingUI",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SharedWithYouTests",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveSystem", "SharedWithYouCore", "SharingUI",
        "SharedWithYou",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "CloudKitTests",
      dependencies: [
        "GroveIdentity", "GroveWire", "GroveSystem", "GroveClient", "CollaborationServer",
        "StoreSQLite", "GroveServing", "SharedWithYouCore", "SharingUI", "CloudKit", "NotesExample",
        logging, lifecycle,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "KeptFoldersTests", dependencies: ["GroveIdentity", "KeptFolders"],
      swiftSettings: strict),
    // The listings as an app has them: one import, and once in each language mode. The second folder's
    // files are links to the first's. EndToEndTests runs them.
    .target(
      name: "ListingsSwift5", dependencies: ["SharedWithYou", crypto],
      path: "Tests/ListingsSwift5", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "ListingsSwift6", dependencies: ["SharedWithYou", crypto],
      path: "Tests/ListingsSwift6", swiftSettings: [.swiftLanguageMode(.v6)]),
    // Every name of the surface, used as an app uses it
    .testTarget(
      name: "CompatibilityTests", dependencies: ["SharedWithYou", "CloudKit", "GroveDrive"],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
      name: "GroveCommandsTests",
      dependencies: [
        "GroveIdentity", "GroveWire", "GroveServing", "GroveSystem", "SharingUI", "GroveCommands",
        "KeptFolders", "GroveTesting", "CollaborationDomain", "RecordDomain", "DriveDomain",
        "StoreSQLite",
        arguments, logging,
      ],
      swiftSettings: strict),
    // An app for tests of the agent, in a process of its own
    .executableTarget(
      name: "TestApp",
      dependencies: [
        "GroveIdentity", "GroveWire", "GroveSystem", "GroveClient", "GroveAgent", "SharedWithYou",
      ],
      path: "Tests/TestApp", swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "GroveIdentity", "GroveMessage", "GroveWire", "CollaborationDomain", "RelayDomain",
        "GroveServing", "CollaborationServer", "RelayServer", "StoreSQLite", "GroveSystem",
        "MessengerDomain", "MessengerStore", "GroveClient", "Messenger", "GroveAgent",
        "GroveAgentServer", "SharedWithYouCore", "SharingUI", "SharedWithYou", "CloudKit",
        "KeptFolders", "GroveDrive", "RecipesExample", "GroveCommands",
        "GroveTesting", "ListingsSwift5", "ListingsSwift6", crypto, grdb, logging, lifecycle,
      ],
      swiftSettings: strict),
  ]
)
