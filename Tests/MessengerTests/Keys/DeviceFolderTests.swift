import Foundation
import GRDB
import GroveSystem
import Testing

@testable import Messenger
@testable import MessengerDomain
@testable import MessengerStore

@Suite struct DeviceFolderTests {
  @Test
  func `a file is durable at every commit, private, and refused when a newer version wrote it`()
    async throws
  {
    let folder = DeviceFolder(
      FileManager.default.temporaryDirectory.path + "/store-" + UUID().uuidString)
    try folder.prepare()
    do {
      let store = try folder.openStore()
      try await store.change { _ in MessengerDecision([.set(.mailboxPosition, 3)]) }
      try store.close()
    }
    var status = stat()
    #expect(stat(folder.database, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let again = try folder.openStore()
    #expect(try await again.read { try $0.counter(.mailboxPosition) } == 3)
    try again.close()
    let newer = try DatabaseQueue(path: folder.database)
    try await newer.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('9999-later')")
    }
    try newer.close()
    #expect(throws: MessengerError(.storeUnavailable)) { try folder.openStore() }
  }
}
