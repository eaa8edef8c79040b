import DriveDomain
import Foundation
import GroveIdentity
import GroveServing

/// Copies what is in an account's drive, under the names that it has there.
struct DriveExport: Sendable {
  let label: AccountLabel
  /// Is made where there is a drive.
  let folder: String

  private static let nodesPerPage = 200
  private static let pieceBytes = 1 << 20

  /// - Returns: nil where there is no drive.
  /// - Throws: `CommandFailure` where a file has gone since its name was read; `DiskFault`.
  func write(from book: OperatorAccounts) async throws -> AccountExport.Contents.Drive? {
    let label = label
    guard let entries = try await book.readDrives({ try Self.entries(of: label, reading: $0) })
    else { return nil }
    try makeFolder(folder)
    for entry in entries {
      let path = folder + entry.path
      if let content = entry.content {
        try copy(content, from: content.file.map(book.path(of:)), to: path)
      } else {
        try makeFolder(path)
      }
    }
    let files = entries.compactMap(\.content)
    return AccountExport.Contents.Drive(
      files: files.count, bytes: DecimalUInt64(files.reduce(0) { $0 + $1.size }))
  }

  private struct Entry: Sendable {
    var path: String
    /// nil for a folder.
    var content: DriveContent?
  }

  /// Each folder before what is in it. A drive's names are none that a file system takes for something else
  /// (`DriveName`).
  private static func entries(of label: AccountLabel, reading reader: any DriveReader) throws
    -> [Entry]?
  {
    guard let drive = try reader.drive(of: label) else { return nil }
    var (entries, folders) = ([Entry](), [(id: drive.root, path: "")])
    while let folder = folders.popLast() {
      var key: String?
      repeat {
        let page = try reader.children(of: folder.id, after: key, limit: nodesPerPage)
        for node in page {
          guard let name = node.name else { continue }
          let path = folder.path + "/" + name.text
          entries.append(Entry(path: path, content: node.content))
          if node.isFolder { folders.append((node.id, path)) }
        }
        key = page.count < nodesPerPage ? nil : page.last?.name?.key
      } while key != nil
    }
    return entries
  }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private func copy(_ content: DriveContent, from source: String?, to path: String) throws {
    guard let source else {
      try AtomicFile.write([], to: path, isNew: true)
      return
    }
    guard let file = FileHandle(forReadingAtPath: source) else {
      throw CommandFailure("The drive was changed while it was copied; try again.")
    }
    defer { try? file.close() }
    try AtomicFile.write(to: path) { Array(try file.read(upToCount: Self.pieceBytes) ?? Data()) }
  }
}
