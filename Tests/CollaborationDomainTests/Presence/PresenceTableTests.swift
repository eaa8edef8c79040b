import CollaborationDomain
import GroveIdentity
import GroveTesting
import Testing

@Suite struct PresenceTableTests {
  private let document = CollaborationWorld.document(1)

  private func entry(
    _ name: String, client: Int = 1, state: [UInt8] = [], until: UInt64 = 100
  ) throws -> PresenceTable.Entry {
    PresenceTable.Entry(
      account: try CollaborationWorld.account(name), displayName: name,
      clientID: CollaborationWorld.request(client), session: .zero, state: state, expiresAt: until)
  }

  @Test func `a lease ends by itself, and renewing it tells nobody anything`() throws {
    let board = Board()
    let (bob, document) = (try entry("bob"), document)
    #expect(board.put(bob, in: document, ifGeneration: 0, at: 1) == .done)
    let version = board.version(of: document)
    let renewed = try entry("bob", until: 200)
    #expect(board.put(renewed, in: document, ifGeneration: 0, at: 50) == .done)
    #expect(board.version(of: document) == version)
    #expect(board.expire(at: 199).isEmpty)
    #expect(board.present(in: document, at: 199) == [renewed])
    #expect(board.expire(at: 200) == [document])
    #expect(board.version(of: document) > version)
    #expect(board.present(in: document, at: 200).isEmpty)
  }

  @Test func `it says until when nothing ends by itself`() throws {
    var board = PresenceTable()
    #expect(board.nextExpiry == nil)
    _ = board.put(try entry("bob", until: 100), in: document, ifGeneration: 0, at: 1)
    _ = board.put(try entry("carol", until: 150), in: document, ifGeneration: 0, at: 1)
    #expect(board.nextExpiry == 100)
    _ = board.put(try entry("bob", until: 300), in: document, ifGeneration: 0, at: 50)
    #expect(board.expire(at: 100).isEmpty && board.nextExpiry == 150)
    #expect(board.expire(at: 150) == [document] && board.nextExpiry == 300)
    #expect(board.present(in: document, at: 150).map(\.displayName) == ["bob"])
    #expect(board.expire(at: 299).isEmpty && board.expire(at: 300) == [document])
    #expect(board.nextExpiry == 0, "that nobody is there is still to be told, and then forgotten")
    #expect(board.expire(at: 301).isEmpty && board.nextExpiry == nil)
    #expect(board.version(of: document) == 0)
  }

  @Test func `a put whose access was checked before a removal is void`() throws {
    let board = Board()
    let generation = board.generation
    let bob = try entry("bob")
    _ = board.remove(.accounts([bob.account]), from: document)
    #expect(board.put(bob, in: document, ifGeneration: generation, at: 1) == .checkAgain)
    #expect(board.present(in: document, at: 1).isEmpty)
  }

  @Test func `a removal takes out exactly who lost access`() throws {
    let board = Board()
    for name in ["ann", "bob", "carol"] {
      #expect(try board.put(entry(name), in: document, ifGeneration: 0, at: 1) == .done)
    }
    let bob = try CollaborationWorld.account("bob")
    #expect(board.remove(.accounts([bob]), from: document))
    #expect(board.present(in: document, at: 1).map(\.displayName) == ["ann", "carol"])
    let ann = try CollaborationWorld.account("ann")
    #expect(board.remove(.everyone(count: 2, keepingOwner: ann), from: document))
    #expect(board.present(in: document, at: 1).map(\.displayName) == ["ann"])
    #expect(board.remove(.everyone(count: 0, keepingOwner: nil), from: document))
    #expect(!board.remove(.everyone(count: 0, keepingOwner: nil), from: document))
  }

  @Test func `one account has at most sixteen entries, and ended leases make room`() throws {
    let board = Board()
    for client in 1...16 {
      #expect(
        try board.put(entry("bob", client: client), in: document, ifGeneration: 0, at: 1) == .done)
    }
    let more = try entry("bob", client: 17, until: 300)
    #expect(board.put(more, in: document, ifGeneration: 0, at: 1) == .tooMany)
    #expect(try board.put(entry("ann"), in: document, ifGeneration: 0, at: 1) == .done)
    #expect(board.put(more, in: document, ifGeneration: 0, at: 100) == .done)
  }

  @Test func `a session that ends takes its entries along, and only its own`() throws {
    let board = Board()
    var bob = try entry("bob")
    bob.session = SessionHash(unchecked: [UInt8](repeating: 1, count: 32))
    #expect(board.put(bob, in: document, ifGeneration: 0, at: 1) == .done)
    #expect(try board.put(entry("ann"), in: document, ifGeneration: 0, at: 1) == .done)
    #expect(board.signOut(bob.session) == [document])
    #expect(board.present(in: document, at: 1).map(\.displayName) == ["ann"])
  }
}

/// The board behind a reference, so that its changes can stand inside an expectation.
private final class Board {
  private var board = PresenceTable()

  var generation: UInt64 { board.generation }
  func version(of document: DocumentID) -> UInt64 { board.version(of: document) }
  func present(in document: DocumentID, at now: UInt64) -> [PresenceTable.Entry] {
    board.present(in: document, at: now)
  }
  func put(
    _ entry: PresenceTable.Entry, in document: DocumentID, ifGeneration generation: UInt64,
    at now: UInt64
  ) -> PresenceTable.Put {
    board.put(entry, in: document, ifGeneration: generation, at: now)
  }
  func remove(_ lost: LostAccess, from document: DocumentID) -> Bool {
    board.remove(lost, from: document)
  }
  func signOut(_ session: SessionHash) -> [DocumentID] { board.signOut(session) }
  func expire(at now: UInt64) -> [DocumentID] { board.expire(at: now) }
}
