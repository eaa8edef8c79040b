import CollaborationDomain
import CollaborationServer
import GroveClient
import GroveIdentity
import GroveMessage
import GroveServing
import GroveTesting
import GroveWire
import Logging
import RecordDomain
import Testing

/// Notices told by the server itself (protocol 12.8), to a push service on a real socket.
@Suite(.timeLimit(.minutes(5)))
struct NoticeTellingServerTests {
  /// Somebody who hears, with the keys of the address.
  struct Listener: Sendable {
    let key: KEMPrivateKey
    let secret = PushSecret.random()
    let path: String

    init(_ name: String) throws {
      key = try KEMPrivateKey()
      path = "/push/\(name)"
    }

    func listen(
      to document: SharedDocument, as client: CollaborationClient, at origin: Origin
    ) async throws {
      try await client.putNoticeAddress(
        PutNoticeAddress(endpoint: origin.text + path, p256dh: key.publicKey, auth: secret),
        in: document.id)
    }

    func open(_ push: PushReceiver.Push) throws -> PushedNotice {
      try StrictJSON.decode(
        PushedNotice.self, from: PushMessage.open(push.body, with: key, secret: secret))
    }
  }

  /// A server that may post to the receiver, with Ann's document and Ann, who hears.
  static func run(
    sharing: CountingStore? = nil,
    _ body: @escaping @Sendable (CollaborationTestServer, PushReceiver) async throws -> Void
  ) async throws {
    try await PushReceiver.run { receiver in
      let origin = try receiver.origin
      try await CollaborationTestServer.run(
        sharing: sharing, configure: { $0.noticeRelays = [origin] }
      ) { server in try await body(server, receiver) }
    }
  }

  /// Ann's document; Ann has proved and hears.
  static func annHears(_ server: CollaborationTestServer, _ receiver: PushReceiver)
    async throws -> (SharedDocument, Listener)
  {
    let document = try await SharedDocument(server)
    _ = try await document.prove(try await document.invite(), as: document.owner)
    let ann = try Listener("ann")
    try await ann.listen(to: document, as: document.owner, at: receiver.origin)
    return (document, ann)
  }

  @Test
  func
    `fifty edits of one pause are one notice: sealed, filled up, attested and said by whom`()
    async throws
  {
    try await Self.run { server, receiver in
      let (document, ann) = try await Self.annHears(server, receiver)
      let (bob, identity) = try await document.join("bob")
      let listening = try Listener("bob")
      try await listening.listen(to: document, as: bob, at: receiver.origin)
      // That Bob has come is told first.
      let joined = try ann.open(try #require(try await receiver.pushes(1, at: ann.path).first))
      #expect(joined.notice.kind == .addedCollaborator && joined.notice.root == identity.root)
      for number in 1...50 { _ = try await document.append("\(number)", by: bob) }
      server.clock.advance(1000)
      let push = try #require(try await receiver.pushes(2, at: ann.path).last)
      let told = try ann.open(push)
      #expect(told.notice.kind == .edit && told.title == "Baking Recipes" && told.name == "The bob")
      #expect(told.notice.counter == joined.notice.counter + 1)
      #expect(told.notice.collaborationID == document.id)
      #expect(told.notice.audience.text == CollaborationTestServer.publicOrigin)
      try await Self.expectAttested(told, by: identity.root, at: server)
      #expect(push.body.count == 1127, "every notice has this length")
      try await Self.expectHeaders(push, server, receiver)
      _ = try await document.append("c", .comment, by: bob)
      server.clock.advance(250)
      let comment = try ann.open(try #require(try await receiver.pushes(3, at: ann.path).last))
      #expect(comment.notice.kind == .comment)
      #expect(comment.notice.counter == told.notice.counter + 1)
      #expect(receiver.pushes(at: listening.path).isEmpty, "nobody is told what they did")
      #expect(receiver.pushes(at: ann.path).count == 3)
    }
  }

  @Test func `an edit's first lines are told to everybody, its author too, at the same length`()
    async throws
  {
    try await Self.run { server, receiver in
      let (document, ann) = try await Self.annHears(server, receiver)
      let before = server.clock.now
      for (text, lines) in [("1", "Flour\nWater"), ("2", String(repeating: "ß", count: 140))] {
        let update = AppendUpdate(
          updateID: .random(), kind: .edit, data: Base64URLBytes(Array(text.utf8)),
          firstLines: lines)
        _ = try await document.owner.appendUpdate(update, to: document.documentID)
        server.clock.advance(1000)
        let count = Int(server.clock.now - before) / 1000
        let push = try #require(try await receiver.pushes(count, at: ann.path).last)
        let told = try ann.open(push)
        #expect(told.notice.kind == .edit && told.firstLines == lines)
        #expect(push.body.count == 1127, "every notice has this length")
      }
    }
  }

  @Test func `who enters by a proof alone is told of at once`() async throws {
    try await Self.run { server, receiver in
      let (document, ann) = try await Self.annHears(server, receiver)
      let identity = try await document.invite()
      let nobody = try server.nobody
      let challenge = try await nobody.entryChallenge(for: document.id)
      _ = try await nobody.enter(
        document.id,
        Enter(entry: challenge.entry, proof: try identity.proof(challenge), displayName: "Ben"))
      let joined = try ann.open(try #require(try await receiver.pushes(1, at: ann.path).first))
      #expect(joined.notice.kind == .addedCollaborator && joined.notice.root == identity.root)
      #expect(joined.name == "Ben", "by their name, though the account was made with it")
    }
  }

  private static func expectAttested(
    _ told: PushedNotice, by root: RootHash, at server: CollaborationTestServer
  ) async throws {
    let attestation = try #require(told.notice.attestation)
    let pushKey = try #require(try await server.nobody.pushKey())
    #expect(attestation.root == root && attestation.keyID == PushedNotice.keyID)
    #expect(attestation.isValid(for: told.notice, publishedKey: pushKey))
  }

  private static func expectHeaders(
    _ push: PushReceiver.Push, _ server: CollaborationTestServer, _ receiver: PushReceiver
  ) async throws {
    #expect(push.headers["content-encoding"] == "aes128gcm")
    let seconds = try #require(push.headers["ttl"].flatMap { Int($0) })
    #expect((86_000...86_400).contains(seconds))
    let topic = try #require(push.headers["topic"])
    #expect(topic.utf8.count == 32)
    let pushKey = try #require(try await server.nobody.pushKey())
    let authorization = try PushAuthorization(
      header: try #require(push.headers["authorization"]))
    #expect(authorization.allows(pushKey, at: try receiver.origin, now: server.clock.now))
  }

  @Test func `a relay that is busy is asked again when it said, with the same notice`()
    async throws
  {
    try await Self.run { server, receiver in
      let (document, ann) = try await Self.annHears(server, receiver)
      receiver.reply(.init(status: 503, headers: ["Retry-After": "30"]), .init(status: 429))
      let start = server.clock.now
      _ = try await document.join("bob")
      _ = try await receiver.pushes(1, at: ann.path)
      try await Self.until { try await Self.next(server) == start + 30_000 }
      server.clock.advance(30_000)
      _ = try await receiver.pushes(2, at: ann.path)
      try await Self.until { try await Self.next(server) == start + 38_000 }
      server.clock.advance(8000)
      let all = try await receiver.pushes(3, at: ann.path).map { try ann.open($0).notice }
      #expect(all.count == 3)
      #expect(Set(all.map(\.noticeID)).count == 1 && Set(all.map(\.counter)).count == 1)
      try await Self.until { try await Self.next(server) == nil }
    }
  }

  /// When the next notice is due.
  private static func next(_ server: CollaborationTestServer) async throws -> UInt64? {
    try await server.store.read { try $0.nextNoticeTime(after: 0) }
  }

  private static func until(_ condition: () async throws -> Bool) async throws {
    for _ in 0..<1500 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("it did not come to that")
  }

  @Test(arguments: [404, 410])
  func `an address that the relay does not know is forgotten`(_ status: Int) async throws {
    try await Self.run { server, receiver in
      let (document, ann) = try await Self.annHears(server, receiver)
      receiver.reply(.init(status: status))
      _ = try await document.join("bob")
      _ = try await receiver.pushes(1, at: ann.path)
      let bob = try CollaborationTestServer.account("bob")
      try await Self.until {
        try await server.store.read { try !$0.hasNoticeAddress(in: document.id, besides: bob) }
      }
      #expect(try await Self.next(server) == nil)
    }
  }

  @Test func `of an answer without end a little is read, and its status counts`() async throws {
    try await Self.run { server, receiver in
      let (document, ann) = try await Self.annHears(server, receiver)
      receiver.reply(.init(status: 201, isEndless: true))
      _ = try await document.join("bob")
      _ = try await receiver.pushes(1, at: ann.path)
      try await Self.until { try await Self.next(server) == nil }
      #expect(receiver.pushes(at: ann.path).count == 1, "it is sent, and not tried again")
    }
  }

  @Test func `no redirect is followed, and a refusal is not repeated`() async throws {
    try await Self.run { server, receiver in
      let (document, ann) = try await Self.annHears(server, receiver)
      let elsewhere = try receiver.origin.text + "/push/elsewhere"
      receiver.reply(.init(status: 307, headers: ["Location": elsewhere]))
      _ = try await document.join("bob")
      _ = try await receiver.pushes(1, at: ann.path)
      try await Self.until { try await Self.next(server) == nil }
      #expect(receiver.pushes(at: "/push/elsewhere").isEmpty)
      #expect(receiver.pushes(at: ann.path).count == 1)
    }
  }

  @Test func `nothing is posted into this machine or a private network, whatever an address says`()
    async throws
  {
    try await Self.run { server, receiver in
      let (document, _) = try await Self.annHears(server, receiver)
      let port = try #require(try receiver.origin.text.split(separator: ":").last)
      let (bob, _) = try await document.join("bob")
      for host in ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "169.254.169.254"] {
        let listener = try Listener("private")
        try await listener.listen(to: document, as: bob, at: try Origin("https://\(host):\(port)"))
        _ = try await document.append(host, .comment, by: document.owner)
        server.clock.advance(250)
        try await Self.until { try await Self.next(server) == nil }
      }
      let lines = server.logs.text(from: .notice).split(separator: "\n")
      #expect(lines.count { $0.contains("network that is not public") } == 5)
      #expect(receiver.pushes(at: "/push/private").isEmpty)
      let plain = try Listener("plain")
      let other = try Origin("http://127.0.0.1:1")
      let refused1 = try await refusal { try await plain.listen(to: document, as: bob, at: other) }
      #expect(refused1 == .malformed)
    }
  }

  @Test func `whoever is removed hears that and nothing more, not even what was waiting`()
    async throws
  {
    try await Self.run { server, receiver in
      let document = try await SharedDocument(server)
      _ = try await document.prove(try await document.invite(), as: document.owner)
      let (bob, identity) = try await document.join("bob")
      let (eve, _) = try await document.join("eve")
      let (hearing, removed) = (try Listener("eve"), try Listener("bob"))
      try await removed.listen(to: document, as: bob, at: receiver.origin)
      try await hearing.listen(to: document, as: eve, at: receiver.origin)
      _ = try await document.append("x", by: document.owner)
      _ = try await document.remove(identity.root)
      server.clock.advance(1000)
      // Whom each found there when they came is told besides.
      let told = try await receiver.pushes(3, at: hearing.path).map { try hearing.open($0).notice }
      #expect(Set(told.map(\.kind)) == [.addedCollaborator, .edit, .removedCollaborator])
      #expect(told.first { $0.kind == .removedCollaborator }?.root == identity.root)
      try await Self.until { try await Self.next(server) == nil }
      let last = try receiver.pushes(at: removed.path).map { try removed.open($0) }
        .filter { $0.notice.kind != .addedCollaborator }
      #expect(last.map(\.notice.kind) == [.removedCollaborator])
      #expect(last.first?.notice.root == identity.root && last.first?.title == nil)
      #expect(last.first?.isEnd == false)
    }
  }

  @Test func `when sharing stops everybody hears that, and not that they were taken out`()
    async throws
  {
    try await Self.run { server, receiver in
      let (document, ann) = try await Self.annHears(server, receiver)
      let (bob, identity) = try await document.join("bob")
      let removed = try Listener("bob")
      try await removed.listen(to: document, as: bob, at: receiver.origin)
      _ = try await receiver.pushes(1, at: ann.path)
      _ = try await document.owner.endCollaboration(document.id)
      let told = try removed.open(
        try #require(try await receiver.pushes(1, at: removed.path).first))
      #expect(told.notice.kind == .removedCollaborator && told.notice.root == identity.root)
      #expect(told.isEnd && told.title == nil)
      // Her own card has to show it.
      let own = try ann.open(try #require(try await receiver.pushes(2, at: ann.path).last))
      #expect(own.isEnd && own.notice.root == own.notice.attestation?.root)
    }
  }

  @Test func `what waited when the server ended is told when it starts again`() async throws {
    let store = CountingStore(RecordMemoryStore())
    try await PushReceiver.run { receiver in
      let origin = try receiver.origin
      let ann = try Listener("ann")
      let clock = TestClock()
      try await CollaborationTestServer.run(
        clock: clock, sharing: store, configure: { $0.noticeRelays = [origin] }
      ) { server in
        let document = try await SharedDocument(server)
        _ = try await document.prove(try await document.invite(), as: document.owner)
        let (bob, _) = try await document.join("bob")
        try await ann.listen(to: document, as: document.owner, at: origin)
        _ = try await document.append("x", by: bob)
      }
      // Whom she found there is told besides.
      #expect(
        try receiver.pushes(at: ann.path).allSatisfy {
          try ann.open($0).notice.kind == .addedCollaborator
        })
      clock.advance(1000)
      try await CollaborationTestServer.run(
        clock: clock, sharing: store, configure: { $0.noticeRelays = [origin] }
      ) { _ in
        var told = try await receiver.pushes(2, at: ann.path).map(ann.open)
        // What had been sent and not struck off when the server ended comes once more, as the same notice.
        if Set(told.map(\.notice.noticeID)).count == 1 {
          told = try await receiver.pushes(3, at: ann.path).map(ann.open)
        }
        #expect(Set(told.map(\.notice.noticeID)).count == 2)
        #expect(told.contains { $0.notice.kind == .edit })
      }
    }
  }
}
