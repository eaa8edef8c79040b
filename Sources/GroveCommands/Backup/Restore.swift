import Foundation
import GroveServing

/// Puts a backup into a data folder that holds nothing yet.
struct Restore {
  let backup: String
  let data: String

  /// - Throws: `CommandFailure` where the backup is not whole, a server runs on the folder, or it
  ///   holds data; `DiskFault`.
  func run() throws -> BackupManifest {
    let mistakes = try BackupCheck(folder: backup).mistakes()
    if let first = mistakes.first {
      throw CommandFailure("The backup is not whole, and nothing was restored: \(first)")
    }
    let manifest = try BackupManifest.read(in: backup)
    do {
      try FileManager.default.createDirectory(
        atPath: data, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw StartFailure(error, path: data)
    }
    let locks = try ServeCommand.Role.allCases.map { try DataFolderLock(folder: data, role: $0) }
    defer { withExtendedLifetime(locks) {} }
    try checkEmpty()
    // The databases last: a server that starts on half of it finds no data at all and not some.
    let order = manifest.files.sorted { Self.rank($0.path) < Self.rank($1.path) }
    for entry in order { try copy(entry.path) }
    return manifest
  }

  private static func rank(_ path: String) -> Int { Backup.databases.contains(path) ? 1 : 0 }

  private func checkEmpty() throws {
    let taken = Backup.databases + [Backup.keyFile, Backup.relayKeyFile] + Backup.folders.keys
    for name in taken where FileManager.default.fileExists(atPath: data + "/" + name) {
      throw CommandFailure("There is data in \(data) already (\(name)); move it away first.")
    }
  }

  private func copy(_ path: String) throws {
    let target = data + "/" + path
    try FileManager.default.createDirectory(
      atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    guard let file = FileHandle(forReadingAtPath: backup + "/" + path) else {
      throw CommandFailure("\(backup)/\(path) cannot be read.")
    }
    defer { try? file.close() }
    try AtomicFile.write(to: target) { try file.read(upToCount: 1 << 20).map(Array.init) ?? [] }
  }
}
