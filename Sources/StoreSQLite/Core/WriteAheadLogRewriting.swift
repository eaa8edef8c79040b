import Foundation

/// Writes the write-ahead log anew, byte for byte, before a server that ended without closing it
/// reads it again.
///
/// After a failed synchronisation Linux forgets that pages were to be written, but goes on showing
/// them to whoever reads. A start would find a commit there, answer from it, and lose it with the
/// next power cut; and a checkpoint would overwrite the database from a log that is not on the disk.
/// Writing the same bytes makes the pages wait for the disk again, and this synchronisation tells
/// whether they have reached it (decision 0023). Only for the one process that has the file open.
enum WriteAheadLogRewriting {
  private static let pieceBytes = 1 << 20

  /// - Throws: `StoreFault` where the log cannot be read, written or made durable: then there is no
  ///   saying what holds, and the server must not start.
  static func run(_ databasePath: String) throws {
    let path = databasePath + "-wal"
    let file = path.withCString { open($0, O_RDWR | O_CLOEXEC) }
    guard file >= 0 else {
      if errno == ENOENT { return }
      throw fault(path)
    }
    defer { close(file) }
    var piece = [UInt8](repeating: 0, count: pieceBytes)
    var offset: off_t = 0
    while true {
      let count = try retrying(path) { pread(file, &piece, pieceBytes, offset) }
      if count == 0 { break }
      try write(piece[..<count], to: file, at: offset, path)
      offset += off_t(count)
    }
    _ = try retrying(path) { Int(fsync(file)) }
  }

  private static func write(
    _ bytes: ArraySlice<UInt8>, to file: Int32, at place: off_t, _ path: String
  ) throws {
    var (rest, offset) = (bytes, place)
    while !rest.isEmpty {
      let written = try retrying(path) {
        rest.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, offset) }
      }
      rest = rest.dropFirst(written)
      offset += off_t(written)
    }
  }

  private static func retrying(_ path: String, _ call: () -> Int) throws -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      guard errno == EINTR else { throw fault(path) }
    }
  }

  private static func fault(_ path: String) -> StoreFault {
    let number = errno
    return StoreFault(
      kind: StoreFault.kind(ofSystemError: number), path: path, resultCode: nil,
      systemError: number)
  }
}
