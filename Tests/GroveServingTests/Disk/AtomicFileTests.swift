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
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/keys.json")
      #expect(attributes[.ownerAccountID] as? NSNumber == 4711)
      #expect(attributes[.groupOwnerAccountID] as? NSNumber == 4712)
      #expect(attributes[.posixPermissions] as? NSNumber == 0o600)
    }
  }
}
