// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "notes-cli",
  dependencies: [
    // In an app of your own: .package(url: "…/grove", from: "…")
    .package(name: "grove", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "notes", dependencies: [.product(name: "CloudKit", package: "grove")])
  ]
)
