// swift-tools-version: 6.2
import PackageDescription

// A package of its own: never part of the normal build, which must not carry a fuzzer's instruments.

let package = Package(
  name: "grove-fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "grove", path: "..")],
  targets: [
    .executableTarget(
      name: "grove-fuzz",
      dependencies: [.product(name: "FuzzDecoders", package: "grove")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ])
  ]
)
