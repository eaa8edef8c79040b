import Foundation
import Testing

@testable import GroveServing

struct AtomicFileTests {
  /// Only root can give a file away.
  @Test(.enabled(if: geteuid() == 0))
  func `what root writes into a server's folder belongs to the server's user, and to nobody else`()
    throws
  {
    let folder = NSTemporaryDirectory() + "grove-atomic-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try #require(chown(folder, 4711, 4712) == 0)
    for isNew in [true, false] {
      try AtomicFile.write([1, 2, 3], to: folder + "/keys.json", isNew: isNew)
      var status = stat()
      try #require(stat(folder + "/keys.json", &status) == 0)
      #expect(status.st_uid == 4711 && status.st_gid == 4712)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }
}
