import Foundation

/// Small files that are there whole or not at all, whatever ends the process and whatever the disk
/// does: written under another name, made durable, and only then given their own.
package enum AtomicFile {
  /// - Parameters:
  ///   - path: of a file that only its owner may read.
  ///   - isNew: whether a file that is there already is left alone.
  /// - Returns: false where one was there that was to be left alone.
  /// - Throws: `DiskFault`; then no part of it stays behind.
  @discardableResult
  package static func write(_ bytes: [UInt8], to path: String, isNew: Bool) throws -> Bool {
    var rest: [UInt8]? = bytes
    return try write(to: path, isNew: isNew) {
      defer { rest = nil }
      return rest ?? []
    }
  }

  /// The same, piece by piece.
  /// - Parameter next: the next bytes; none at the end.
  @discardableResult
  package static func write(to path: String, isNew: Bool = true, _ next: () throws -> [UInt8])
    throws
    -> Bool
  {
    let draft = "\(path).\(getpid()).new"
    unlink(draft)
    let file = draft.withCString { open($0, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600) }
    guard file >= 0 else { throw fault(path) }
    defer { unlink(draft) }
    do {
      defer { close(file) }
      try giveToOwnerOfFolder(file, path)
      while case let piece = try next(), !piece.isEmpty { try fill(file, with: piece, path) }
      guard fsync(file) == 0 else { throw unsynchronised(path) }
    }
    if isNew {
      // A link, unlike a renaming, does not take the place of what is there.
      guard link(draft, path) == 0 else {
        if errno == EEXIST { return false }
        throw fault(path)
      }
    } else {
      guard rename(draft, path) == 0 else { throw fault(path) }
    }
    try synchroniseFolder(of: path)
    return true
  }

  /// Makes names in a file's folder durable.
  /// - Throws: `DiskFault`.
  package static func synchroniseFolder(of path: String) throws {
    let folder = (path as NSString).deletingLastPathComponent
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault(path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw unsynchronised(path) }
  }

  /// What root writes into a server's folder (`grove keys rotate`, `grove restore`, a lock) the server, which
  /// is another user, must be able to use.
  /// - Throws: `DiskFault`.
  package static func giveToOwnerOfFolder(_ file: Int32, _ path: String) throws {
    guard geteuid() == 0 else { return }
    let folder = (path as NSString).deletingLastPathComponent
    var status = stat()
    guard stat(folder.isEmpty ? "." : folder, &status) == 0 else { throw fault(path) }
    guard status.st_uid != 0 || status.st_gid != 0 else { return }
    guard fchown(file, status.st_uid, status.st_gid) == 0 else { throw fault(path) }
  }

  private static func fill(_ file: Int32, with bytes: [UInt8], _ path: String) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw fault(path) }
      rest = rest.dropFirst(count)
    }
  }

  private static func fault(_ path: String) -> DiskFault {
    let number = errno
    return .ofFile(path, systemError: number)
  }

  private static func unsynchronised(_ path: String) -> DiskFault {
    let number = errno
    return DiskFault(kind: .failedSync, path: path, systemError: number)
  }
}
