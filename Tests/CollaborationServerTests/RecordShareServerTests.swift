import CollaborationServer
import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// Shares of records over HTTP: who takes part, where the link leads, and hearing of changes.
@Suite(.timeLimit(.minutes(3)))
struct RecordShareServerTests {
  private static let container = "iCloud.example.notes"
  private static let notes = RecordZonePlace(scope: .private, name: "Notes")

  /// Ann shares the list in her notes.
  private static func run(
    _ body:
      @escaping @Sendable (CollaborationTestServer, CollaborationClient, CollaborationID)
      async throws -> Void
  ) async throws {
    try await CollaborationTestServer.run(configure: { $0.containers = [container] }) { server in
      let ann = try server.client("ann")
      _ = try await ann.modifyRecordZones(ModifyRecordZones(save: ["Notes"]), in: container)
      let share = SaveRecord(
        name: "share", type: "cloudkit.share",
        terms: RecordShareTerms(root: "list", access: .readWrite, publicPermission: .none))
      let batch = ModifyRecords(
        zone: notes, saves: [SaveRecord(name: "list", type: "List"), share])
      let saved = try await ann.modifyRecords(batch, in: container).saved
      try await body(server, ann, try #require(saved[1].record?.shared?.collaborationID))
    }
  }

  private static func invite(to id: CollaborationID, by ann: CollaborationClient) async throws
    -> TestIdentity
  {
    let identity = try Person().identity(in: id)
    _ = try await ann.updateIdentities(
      UpdateIdentities(requestID: .random(), add: [.init(root: identity.root, depth: 5)]), of: id)
    return identity
  }

  private static func share(seenBy client: CollaborationClient, in zone: RecordZonePlace = notes)
    async throws -> RecordShareState?
  {
    let look = LookUpRecords(zone: zone, names: ["share"])
    return try await client.records(look, in: container).results[0].record?.shared
  }

  @Test func `a share tells its owner who was invited and everybody who takes part`() async throws {
    try await Self.run { server, ann, id in
      let ben = try server.client("ben")
      let identity = try await Self.invite(to: id, by: ann)
      _ = try await Self.invite(to: id, by: ann)
      let before = try #require(try await Self.share(seenBy: ann))
      #expect(before.terms.root == "list" && before.participants.count == 3 && !before.isMore)
      #expect(before.participants.map { $0.user != nil } == [true, false, false])
      _ = try await ben.prove(try identity.proof(try await ben.challenge(for: id)).json(), for: id)
      let found = try await ben.recordShare(id)
      #expect(found.zone.scope == .shared && found.root?.name == "list")
      #expect(found.container == Self.container && found.share.name == "share")
      let people = try #require(found.share.shared).participants
      #expect(people.map(\.access) == [.owner, .readWrite])
      #expect(people.map(\.isCaller) == [false, true])
      #expect(people[1].user == (try await ben.recordUser(in: Self.container).user))
      #expect(people[1].root == identity.root && people[1].displayName != nil)
      let seen = try await Self.share(seenBy: ben, in: found.zone)
      #expect(seen == found.share.shared)
      let owners = try await ann.recordShare(id)
      #expect(owners.zone == Self.notes && owners.share.shared?.participants.count == 3)
    }
  }

  @Test func `a share is told again in its zone's feed whenever its people change`() async throws {
    try await Self.run { server, ann, id in
      func news(_ token: inout Base64URLBytes?) async throws -> [String] {
        let page = try await ann.zoneChanges(
          LookUpZoneChanges(zone: Self.notes, token: token), in: Self.container)
        token = page.token
        return page.changes.compactMap(\.record).map(\.name)
      }
      var token: Base64URLBytes?
      #expect(try await news(&token).count == 2)
      let tag = try await ann.recordShare(id).share.changeTag
      let identity = try await Self.invite(to: id, by: ann)
      #expect(try await news(&token) == ["share"])
      let ben = try server.client("ben")
      _ = try await ben.prove(try identity.proof(try await ben.challenge(for: id)).json(), for: id)
      #expect(try await news(&token) == ["share"])
      _ = try await ben.leave(id)
      #expect(try await news(&token) == ["share"])
      #expect(try await news(&token) == [])
      #expect(try await ann.recordShare(id).share.changeTag == tag)
    }
  }

  @Test func `a link leads strangers nowhere, and documents that are no records to no share`()
    async throws
  {
    try await Self.run { server, ann, id in
      let eve = try server.client("eve")
      #expect(try await refusal { try await eve.recordShare(id) } == .notFound)
      let document = try await SharedDocument(server)
      let owner = document.owner
      #expect(try await refusal { try await owner.recordShare(document.id) } == .notFound)
      let update = AppendUpdate(updateID: .random(), kind: .edit, data: Base64URLBytes([1]))
      let shared = try await ann.collaboration(id).documentID
      #expect(try await refusal { try await ann.appendUpdate(update, to: shared) } == .notFound)
      #expect(try await refusal { try await ann.deleteDocument(shared) } == .notFound)
      #expect(
        try await refusal {
          try await ann.endCollaboration(id)
        } == .forbidden)
      #expect(
        try await ann.documents().documents.contains { $0.documentID == shared } == false)
    }
  }

  @Test func `a stream says at once what changes in what its account may see, and nothing else`()
    async throws
  {
    try await Self.run { server, ann, id in
      let ben = try server.client("ben")
      _ = try await ben.recordUser(in: Self.container)
      let identity = try await Self.invite(to: id, by: ann)
      do {
        var events = ben.recordStream(Self.container).makeAsyncIterator()
        func next() async throws -> RecordStreamUpdate? {
          while let item = try await events.next() {
            if case .event(let update) = item { return update }
          }
          return nil
        }
        #expect(try await next() == .ready)
        let diary = ModifyRecords(
          zone: Self.notes, saves: [SaveRecord(name: "diary", type: "Note")])
        _ = try await ann.modifyRecords(diary, in: Self.container)
        let proof = try identity.proof(try await ben.challenge(for: id)).json()
        _ = try await ben.prove(proof, for: id)
        guard case .changed(let came) = try await next() else { throw Unexpected() }
        #expect(came.scope == .shared && came.changed.map(\.name) == ["Notes"])
        let list = SaveRecord(
          name: "milk", type: "Note", parent: "list")
        _ = try await ann.modifyRecords(
          ModifyRecords(zone: Self.notes, saves: [list]), in: Self.container)
        guard case .changed(let more) = try await next() else { throw Unexpected() }
        #expect(more.changed.map(\.name) == ["Notes"] && more.ended.isEmpty)
        _ = try await ann.updateIdentities(
          UpdateIdentities(requestID: .random(), remove: [identity.root]), of: id)
        guard case .changed(let gone) = try await next() else { throw Unexpected() }
        #expect(gone.changed.isEmpty && gone.ended.map(\.name) == ["Notes"])
        _ = try await ben.modifyRecordZones(ModifyRecordZones(save: ["Own"]), in: Self.container)
        guard case .changed(let own) = try await next() else { throw Unexpected() }
        #expect(own.scope == .private && own.changed.map(\.name) == ["Own"])
      }
    }
  }

  @Test func `whoever has the link comes in while its share is open to them, and no longer`()
    async throws
  {
    try await Self.run { server, ann, id in
      let cy = try server.client("cy")
      #expect(try await refusal { try await cy.enterByLink(id) } == .notFound)
      func share(_ permission: RecordShareTerms.PublicPermission) async throws {
        let save = SaveRecord(
          name: "share", type: "cloudkit.share",
          terms: RecordShareTerms(root: "list", access: .readWrite, publicPermission: permission))
        let batch = ModifyRecords(zone: Self.notes, saves: [save], checksTags: false)
        let saved = try await ann.modifyRecords(batch, in: Self.container).saved
        #expect(saved[0].record?.shared?.terms.publicPermission == permission)
      }
      try await share(.readOnly)
      let entered = try await cy.enterByLink(id)
      #expect(entered.isNew && entered.access == .readOnly)
      let found = try await cy.recordShare(id)
      let people = try #require(found.share.shared?.participants)
      #expect(people.map(\.access) == [.owner, .readOnly] && people[1].isCaller)
      try await share(.none)
      #expect(try await refusal { try await cy.recordShare(id) } == .notFound)
    }
  }

  private struct Unexpected: Error {}
}
