import Foundation
import GroveIdentity
import GroveServing
import StoreSQLite

/// Makes a backup of a data folder, beside servers that go on writing.
struct Backup {
  /// What servers keep in a data folder.
  static let databases = ["relay.sqlite", "collaboration.sqlite"]
  static let keyFile = "collaboration-keys.json"
  /// Only where the relay wakes browsers.
  static let relayKeyFile = "relay-keys.json"
  static let attachments = "attachments"
  /// Of records.
  static let assets = "assets"
  /// Of drives.
  static let drives = "drives"
  /// Each folder of files with the database that has rows for them.
  static let folders = [
    attachments: "relay.sqlite", assets: "collaboration.sqlite", drives: "collaboration.sqlite",
  ]
  /// A file of the data folder whose age is that of the newest backup. It holds its moment.
  static let mark = "last-backup"

  let data: String
  let target: String

  /// Everything is made under another name first, so that there is a whole backup or none.
  ///
  /// - Parameter now: milliseconds since 1970.
  /// - Throws: `CommandFailure`, `StoreFault`, `DiskFault`.
  func make(now: UInt64) throws -> BackupManifest {
    guard !FileManager.default.fileExists(atPath: target) else {
      throw CommandFailure("\(target) is there already; a backup gets a folder of its own.")
    }
    let draft = "\(target).unfinished"
    try? FileManager.default.removeItem(atPath: draft)
    do {
      try FileManager.default.createDirectory(
        atPath: draft, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let manifest = try fill(draft, now: now)
      guard rename(draft, target) == 0 else {
        throw CommandFailure("\(target) cannot be made.")
      }
      try AtomicFile.synchroniseFolder(of: target)
      leaveMark(now)
      return manifest
    } catch {
      try? FileManager.default.removeItem(atPath: draft)
      throw error
    }
  }

  /// For metrics and the doctor. A backup of a folder that cannot be written is a backup all the same.
  private func leaveMark(_ now: UInt64) {
    let text = Array((LocalTime.utc(now) + "\n").utf8)
    do {
      try AtomicFile.write(text, to: data + "/" + Self.mark, isNew: false)
    } catch {
      FlushedOutput.printError(
        "grove: the backup is made, but \(data)/\(Self.mark) cannot be written.")
    }
  }

  private func fill(_ draft: String, now: UInt64) throws -> BackupManifest {
    let folder = FileManager.default
    var files: [String] = []
    // Files that are there before the database is copied cannot be gone from it; those that come
    // while it is copied are taken afterwards.
    let kept = Self.folders.keys.sorted().filter { folder.fileExists(atPath: data + "/" + $0) }
    for name in kept { try take(name, to: draft) }
    for name in Self.databases where folder.fileExists(atPath: data + "/" + name) {
      try SQLiteCopy.make(of: data + "/" + name, at: draft + "/" + name)
      files.append(name)
    }
    guard !files.isEmpty else { throw CommandFailure("There is no server's data in \(data).") }
    for name in kept {
      try take(name, to: draft)
      files += try keepNamed(name, in: draft)
    }
    for name in [Self.keyFile, Self.relayKeyFile] {
      guard let bytes = folder.contents(atPath: data + "/" + name) else { continue }
      try AtomicFile.write(Array(bytes), to: draft + "/" + name, isNew: true)
      files.append(name)
    }
    let manifest = BackupManifest(
      version: BackupManifest.version, grove: GroveVersion.number, moment: DecimalUInt64(now),
      files: try files.sorted().map { try BackupManifest.entry($0, in: draft) })
    try AtomicFile.write(
      try StrictJSON.encode(manifest), to: draft + "/" + BackupManifest.fileName, isNew: true)
    return manifest
  }

  /// Links the files, which never change under their names; copies them where the backup is on
  /// another file system.
  private func take(_ name: String, to draft: String) throws {
    let (from, to) = (data + "/" + name, draft + "/" + name)
    try FileManager.default.createDirectory(
      atPath: to, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for name in try FileManager.default.contentsOfDirectory(atPath: from)
    where !name.hasPrefix("unfinished-") {
      guard link(from + "/" + name, to + "/" + name) != 0, errno != EEXIST, errno != ENOENT else {
        continue
      }
      // Gone meanwhile is as good as never there.
      guard let file = FileHandle(forReadingAtPath: from + "/" + name) else { continue }
      defer { try? file.close() }
      try AtomicFile.write(to: to + "/" + name) {
        try file.read(upToCount: 1 << 20).map(Array.init) ?? []
      }
    }
  }

  /// Keeps the files that the copied database has rows for, and only those.
  private func keepNamed(_ name: String, in draft: String) throws -> [String] {
    let named = try Self.rows(of: name, in: draft).map { Base64URL.encode($0.id) }
    let known = Set(named)
    let folder = draft + "/" + name
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where !known.contains(name) {
      try FileManager.default.removeItem(atPath: folder + "/" + name)
    }
    return named.map { name + "/" + $0 }
  }

  /// The files that a copied database has rows for; none where there is no copy.
  static func rows(of name: String, in folder: String) throws -> [(id: [UInt8], size: Int)] {
    let path = folder + "/" + (folders[name] ?? "")
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    switch name {
    case attachments: return try SQLiteCopy.attachments(in: path)
    case drives: return try SQLiteCopy.driveFiles(in: path)
    default: return try SQLiteCopy.assets(in: path)
    }
  }
}
