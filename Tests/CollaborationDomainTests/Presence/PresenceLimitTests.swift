import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

/// What one participant can make everybody be sent.
struct PresenceLimitTests {
  private let document = CollaborationWorld.document(1)

  private func entry(_ name: String, client: Int, bytes: Int, until: UInt64 = 100) throws
    -> PresenceTable.Entry
  {
    PresenceTable.Entry(
      account: try CollaborationWorld.account(name), displayName: name,
      clientID: CollaborationWorld.request(client), session: .zero,
      state: [UInt8](repeating: 1, count: bytes), expiresAt: until)
  }

  @Test func `the states of one account have eight kilobytes together, however many it puts`()
    throws
  {
    var board = PresenceTable()
    var put: [PresenceTable.Put] = []
    for client in 1...3 {
      put.append(
        board.put(
          try entry("bob", client: client, bytes: 4096), in: document, ifGeneration: 0, at: 1))
    }
    #expect(put == [.done, .done, .tooMany])
    // Others have their own, and what it has it may change.
    let other = board.put(
      try entry("ann", client: 9, bytes: 4096), in: document, ifGeneration: 0, at: 1)
    let changed = board.put(
      try entry("bob", client: 2, bytes: 4000), in: document, ifGeneration: 0, at: 1)
    #expect(other == .done && changed == .done)
  }

  @Test func `an account has so many entries in all documents, and ended ones make room`() throws {
    var board = PresenceTable()
    var refused = 0
    for number in 0..<20 {
      for client in 0..<16 {
        let put = board.put(
          try entry("bob", client: client + 1, bytes: 1),
          in: CollaborationWorld.document(number + 1),
          ifGeneration: 0, at: 1)
        refused += put == .tooMany ? 1 : 0
      }
    }
    #expect(refused == 20 * 16 - PresenceTable.maximumOfAccount)
    _ = board.expire(at: 100)
    let again = board.put(
      try entry("bob", client: 1, bytes: 1, until: 300), in: CollaborationWorld.document(20),
      ifGeneration: 0, at: 100)
    #expect(again == .done)
  }

  @Test func `all states of a document have half a mebibyte together, and who leaves makes room`()
    throws
  {
    var board = PresenceTable()
    func put(_ number: Int, until: UInt64 = 200) throws -> PresenceTable.Put {
      board.put(
        try entry("person-\(number)", client: number, bytes: 4096, until: until), in: document,
        ifGeneration: board.generation, at: 1)
    }
    #expect(try put(0, until: 50) == .done)
    var people = 1
    while try put(people) == .done { people += 1 }
    // Each counts its state, its names and what stands around them.
    #expect(
      (PresenceTable.maximumBytes / 4400...PresenceTable.maximumBytes / 4096).contains(people))
    #expect(try put(people) == .tooMany)
    _ = board.expire(at: 60)
    #expect(try put(people) == .done)
    #expect(try put(people + 1) == .tooMany)
  }

  @Test(arguments: [(90_000, 99), (1_000_000, 1000), (500, 5), (0, 0), (25_000, 99)])
  func `telling costs so many bytes a second at most, and is never more often than ten times`(
    _ bytes: Int, _ streams: Int
  ) {
    let interval = PresenceThrottle.interval(bytes: bytes, streams: streams)
    #expect(interval >= 100)
    let perSecond = bytes * streams * 1000 / Int(interval)
    #expect(
      perSecond <= PresenceThrottle.bytesPerSecond * 101 / 100
        || interval == PresenceThrottle.longest)
  }
}
