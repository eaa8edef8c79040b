import GroveIdentity
import Testing

@testable import MessengerDomain
@testable import MessengerStore

/// Rows in memory and rows in SQLite answer alike: rules are proved on the former.
struct SharingRowsTests {
  static let keys: [[UInt8]] = [
    [], [0], [0, 0], [1], [1, 0], [1, 0, 255], [1, 255], [1, 255, 255], [2], [255], [255, 255],
    [255, 255, 1],
  ]

  @Test(arguments: keys) func `a prefix finds the same rows in the same order`(prefix: [UInt8])
    async throws
  {
    let store = try SQLiteMessengerStore(path: nil)
    var memory = MemorySharingRows()
    let changes: [SharingChange] =
      Self.keys.flatMap { key -> [SharingChange] in
        [
          .put(kind: "a", key: key, value: [0] + key), .put(kind: "b", key: key, value: [9]),
          .put(kind: "a", key: key, value: key + [7]),
        ]
      } + [.delete(kind: "a", key: [1, 255])]
    for change in changes { memory.apply(change) }
    try await store.change { _ in MessengerDecision(changes.map(MessengerChange.sharing)) }
    let stored = try await store.read { reader in
      (
        try reader.sharingValues(kind: "a", prefix: prefix),
        try reader.sharingValue(kind: "a", key: prefix)
      )
    }
    #expect(stored.0 == memory.sharingValues(kind: "a", prefix: prefix))
    #expect(stored.1 == memory.sharingValue(kind: "a", key: prefix))
    try store.close()
  }
}
