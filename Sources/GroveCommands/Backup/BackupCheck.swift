import Foundation
import GroveIdentity
import StoreSQLite

/// Whether a backup is what its manifest says, and whole.
struct BackupCheck {
  let folder: String

  /// - Returns: what is wrong, one sentence each; empty where nothing is.
  /// - Throws: `CommandFailure` where there is no manifest.
  func mistakes() throws -> [String] {
    let manifest = try BackupManifest.read(in: folder)
    var found = manifest.files.compactMap(mistake)
    found += try strangers(to: manifest).map { "\($0) is not in the manifest." }
    guard found.isEmpty else { return found }
    for entry in manifest.files where Backup.databases.contains(entry.path) {
      if let mistake = try SQLiteCopy.mistake(in: folder + "/" + entry.path) {
        found.append("\(entry.path) is damaged: \(mistake).")
      }
    }
    for name in Backup.folders.keys.sorted() { found += try missing(name, manifest) }
    return found
  }

  private func mistake(_ entry: BackupManifest.Entry) -> String? {
    guard let now = try? BackupManifest.entry(entry.path, in: folder) else {
      return "\(entry.path) is missing."
    }
    return now == entry ? nil : "\(entry.path) has changed since the backup was made."
  }

  private func strangers(to manifest: BackupManifest) throws -> [String] {
    let known = Set(manifest.files.map(\.path) + [BackupManifest.fileName])
    return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { path in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isFolder)
      return !isFolder.boolValue && !known.contains(path)
    }
  }

  private func missing(_ name: String, _ manifest: BackupManifest) throws -> [String] {
    let sizes = Dictionary(uniqueKeysWithValues: manifest.files.map { ($0.path, $0.size) })
    return try Backup.rows(of: name, in: folder).compactMap { row in
      let path = name + "/" + Base64URL.encode(row.id)
      return sizes[path] == row.size ? nil : "\(path) is not whole."
    }
  }
}
