// swift-tools-version: 6.2
import PackageDescription

// A package of its own: never part of the normal build, free to depend on what measuring needs.

let package = Package(
  name: "grove-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "grove", path: "..")],
  targets: [
    .executableTarget(
      name: "grove-benchmarks",
      dependencies: [
        .product(name: "GroveIdentity", package: "grove"),
        .product(name: "CollaborationDomain", package: "grove"),
        .product(name: "StoreSQLite", package: "grove"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ])
  ]
)
