import Foundation

/// Where PostgreSQL's programs are, and as whom they run: the server refuses to be root.
struct PostgresPrograms {
  /// Nil where there are none: then the tests say so.
  static let found = PostgresPrograms()

  private let folder: String

  private init?() {
    let versions =
      (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
    let newest = versions.compactMap(Int.init).max().map { "/usr/lib/postgresql/\($0)/bin" }
    guard let newest, FileManager.default.isExecutableFile(atPath: newest + "/initdb") else {
      return nil
    }
    folder = newest
  }

  private static let isRoot = geteuid() == 0

  /// The program and its arguments, as somebody who is not root.
  func command(_ name: String, _ arguments: [String]) -> [String] {
    let program = [folder + "/" + name] + arguments
    guard Self.isRoot else { return program }
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] + program
  }

  /// Gives a folder or file to whom the programs run as.
  static func give(_ path: String) throws {
    guard isRoot else { return }
    try FileManager.default.setAttributes(
      [.ownerAccountName: "postgres", .groupOwnerAccountName: "postgres"], ofItemAtPath: path)
  }

  static func run(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ClusterError(what: command.joined(separator: " "))
    }
  }
}

struct ClusterError: Error {
  let what: String
}
