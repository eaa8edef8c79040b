import Foundation

/// Whether a disk that was full has room for more than the little that always fits somewhere.
///
/// A commit that counts a number on needs a page that the log already has. It succeeds on a disk without
/// room, and a server that trusted it would be ready for a second and refuse the next change.
package enum DiskSpace {
  /// Bytes that a disk which refused something must take before it counts as mended: the largest update.
  package static let bytes = 1 << 20

  /// Writes so much beside a file, makes it durable, and gives it back.
  ///
  /// Where the file system tells how much is free, twice as much must be: what the probe holds for a
  /// moment is then never what a change of somebody else lacks.
  ///
  /// - Parameter path: of a file in the place asked about; the fault names it.
  /// - Throws: `DiskFault`.
  package static func probe(beside path: String, bytes: Int = bytes) throws {
    let name = "\(path).\(getpid()).room"
    unlink(name)
    let file = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw DiskFault.ofFile(path, systemError: errno) }
    defer { close(file) }
    // Without a name nothing is left behind, whatever ends the process.
    guard unlink(name) == 0 else { throw DiskFault.ofFile(path, systemError: errno) }
    var status = statvfs()
    if fstatvfs(file, &status) == 0, status.f_blocks > 0,
      UInt64(status.f_bavail) * UInt64(status.f_frsize) < 2 * UInt64(bytes)
    {
      throw DiskFault(kind: .full, path: path, systemError: ENOSPC)
    }
    try fill(file, bytes, path)
    guard fsync(file) == 0 else {
      throw DiskFault(kind: .failedSync, path: path, systemError: errno)
    }
  }

  /// With what no file system can store in fewer bytes.
  private static func fill(_ file: Int32, _ bytes: Int, _ path: String) throws {
    var random = SystemRandomNumberGenerator()
    let block = (0..<8192).map { _ in random.next() }
    var rest = bytes
    while rest > 0 {
      let count = block.withUnsafeBytes {
        Foundation.write(file, $0.baseAddress, min(rest, $0.count))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw DiskFault.ofFile(path, systemError: errno) }
      rest -= count
    }
  }
}
