import CollaborationServer
import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// Documents and share options over HTTP.
@Suite(.timeLimit(.minutes(3)))
struct SharingServerTests {
  @Test func `a read-only participant cannot append, snapshot or rename`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(
        server, options: ShareOptions(access: .readOnly, allowsComments: true, allowsMentions: true)
      )
      let (bob, _) = try await document.join("bob")
      let id = document.documentID
      #expect(try await bob.document(id).access == .readOnly)
      #expect(try await refusal { try await document.append("x", by: bob) } == .readOnly)
      let snapshot = PutSnapshot(sequence: DecimalUInt64(0), data: Base64URLBytes([1]))
      #expect(try await refusal { try await bob.putSnapshot(snapshot, of: id) } == .readOnly)
      #expect(
        try await refusal { try await bob.changeDocument(id, ChangeDocument(title: "X")) }
          == .forbidden)
      _ = try await document.append("a comment", .comment, by: bob)
      _ = try await document.append("mine", by: document.owner)
      let readWrite = SharedDocument.everything
      _ = try await document.owner.changeShareOptions(readWrite, of: document.id)
      _ = try await document.append("now", by: bob)
    }
  }

  @Test func `where comments are off nobody comments`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(
        server,
        options: ShareOptions(access: .readWrite, allowsComments: false, allowsMentions: false))
      let (bob, _) = try await document.join("bob")
      #expect(
        try await refusal { try await document.append("x", .comment, by: bob) } == .commentsOff)
      _ = try await document.append("an edit", by: bob)
    }
  }

  @Test func `what only the owner may do is forbidden to participants`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, identity) = try await document.join("bob")
      let (id, doc) = (document.id, document.documentID)
      let prepare = PrepareCollaboration(
        requestID: .random(), options: SharedDocument.everything)
      let update = UpdateIdentities(requestID: .random(), remove: [identity.root])
      let codes: [ProblemCode?] = [
        try await refusal { try await bob.deleteDocument(doc) },
        try await refusal { try await bob.prepareCollaboration(prepare, of: doc) },
        try await refusal { try await bob.changeShareOptions(prepare.options, of: id) },
        try await refusal { try await bob.endCollaboration(id) },
        try await refusal { try await bob.updateIdentities(update, of: id) },
        try await refusal { try await bob.knocks(at: id) },
        try await refusal {
          try await bob.answerKnock(RequestID.random().base64url, accept: true, at: id)
        },
      ]
      #expect(codes == [ProblemCode?](repeating: .forbidden, count: codes.count))
      #expect(try await bob.document(doc).access == .readWrite)
    }
  }

  @Test func `the log comes in order, in pages, and as a stream from any position`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, _) = try await document.join("bob")
      for number in 0..<250 { _ = try await document.append("\(number)", by: bob) }
      let id = document.documentID
      var seen: [DocumentEvent] = []
      var page: DocumentEventPage
      repeat {
        page = try await bob.events(
          of: id, after: seen.last?.sequence.value ?? 0, limit: 100)
        seen += page.events
      } while page.more
      #expect(seen.map(\.sequence.value) == Array(1...251))
      #expect(seen.first?.kind == .granted)
      #expect(seen.last?.displayName == "The bob")
      let log = StreamLog()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await log.follow(id, by: bob, after: 240) }
        try await log.until { $0.texts.count == 11 }
        group.cancelAll()
      }
      #expect(log.texts == (239..<250).map { "\($0)" })
      #expect(
        try await refusal { try await bob.events(of: id, after: 1000) } == .positionUnknown)
    }
  }

  @Test func `retries are carried out once`() async throws {
    try await CollaborationTestServer.run { server in
      let ann = try server.client("ann")
      let create = CreateDocument(requestID: .random(), title: "T")
      let id = try await ann.createDocument(create).documentID
      #expect(try await ann.createDocument(create).documentID == id)
      let prepare = PrepareCollaboration(
        requestID: .random(), options: SharedDocument.everything)
      let first = try await ann.prepareCollaboration(prepare, of: id)
      #expect(first.created && first.link == "https://docs.example/d/\(first.collaborationID)")
      #expect(try await ann.prepareCollaboration(prepare, of: id) == first)
      let update = AppendUpdate(updateID: .random(), kind: .edit, data: Base64URLBytes([1]))
      let sequence = try await ann.appendUpdate(update, to: id).sequence
      #expect(try await ann.appendUpdate(update, to: id).sequence == sequence)
      #expect(try await ann.documents().documents.count == 1)
      let misuse = CreateDocument(requestID: prepare.requestID, title: "Other")
      #expect(try await refusal { try await ann.createDocument(misuse) } == .conflict)
    }
  }

  @Test func `a list says who owns a document by name, and when it was last changed`() async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      let bob = try server.client("bob")
      let begun = try #require(try await document.owner.documents().documents.first)
      #expect(begun.updatedAt == begun.createdAt)
      server.clock.advance(5000)
      _ = try await document.prove(identity, as: bob)
      #expect(try await bob.documents().documents.first?.updatedAt == begun.createdAt)
      let update = AppendUpdate(updateID: .random(), kind: .edit, data: Base64URLBytes([1]))
      _ = try await bob.appendUpdate(update, to: document.documentID)
      let changed = try #require(try await bob.documents().documents.first)
      #expect(changed.updatedAt?.value == begun.createdAt.value + 5000)
      #expect(changed.ownerDisplayName == "The ann")
    }
  }

  @Test func `a cancelled share leaves nothing: the link leads nowhere`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      #expect(
        try await document.owner.endCollaboration(document.id, ifUnused: true).cut.accounts == 0)
      #expect(try await document.owner.collaboration(document.id).collaborationID == document.id)
      _ = try await document.remove(identity.root)
      _ = try await document.owner.endCollaboration(document.id, ifUnused: true)
      #expect(try await document.owner.document(document.documentID).collaborationID == nil)
      let bob = try server.client("bob")
      #expect(try await refusal { try await document.prove(identity, as: bob) } == .notVerified)
    }
  }

  @Test func `what was prepared and never used is gone after an hour`() async throws {
    try await CollaborationTestServer.run { server in
      let unused = try await SharedDocument(server)
      let used = try await SharedDocument(server)
      _ = try await used.invite()
      server.clock.advance(3_600_000)
      for _ in 0..<200 {
        if try await unused.owner.document(unused.documentID).collaborationID == nil { break }
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try await unused.owner.document(unused.documentID).collaborationID == nil)
      #expect(try await used.owner.document(used.documentID).collaborationID == used.id)
    }
  }

  @Test func `snapshots only move forward and never beyond the log`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (id, ann) = (document.documentID, document.owner)
      let none = try await ann.snapshot(of: id)
      #expect(none.sequence.value == 0 && none.data.bytes.isEmpty)
      let stranger = try server.client("stranger")
      #expect(try await refusal { try await stranger.snapshot(of: id) } == .notFound)
      for number in 0..<3 { _ = try await document.append("\(number)", by: ann) }
      let put = { (sequence: UInt64, byte: UInt8) async throws -> Void in
        try await ann.putSnapshot(
          PutSnapshot(sequence: DecimalUInt64(sequence), data: Base64URLBytes([byte])), of: id)
      }
      try await put(2, 2)
      #expect(try await refusal { try await put(4, 4) } == .positionUnknown)
      #expect(try await refusal { try await put(1, 1) } == .conflict)
      try await put(3, 3)
      #expect(try await ann.snapshot(of: id).data.bytes == [3])
    }
  }

  @Test func `participants see who is bound, and the owner sees every identity`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (bob, identity) = try await document.join("bob")
      let waiting = try await document.invite()
      let all = try await document.owner.participants(of: document.id)
      #expect(Set(all.participants.map(\.root)) == [identity.root, waiting.root])
      let bound = try await bob.participants(of: document.id)
      #expect(bound.participants.map(\.root) == [identity.root])
      #expect(bound.owner == (try CollaborationTestServer.account("ann")))
      #expect(bound.ownerDisplayName == "The ann")
    }
  }
}
