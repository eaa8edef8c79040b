// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "files-cli",
  dependencies: [
    // In an app of your own: .package(url: "…/grove", from: "…")
    .package(name: "grove", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "files",
      dependencies: [
        .product(name: "SharedWithYou", package: "grove"),
        .product(name: "GroveDrive", package: "grove"),
      ])
  ]
)
