import CollaborationServer
import GroveClient
import GroveIdentity
import GroveMessage
import GroveTesting
import GroveWire
import Testing

/// Files that are shared, over HTTP and WebDAV.
@Suite(.timeLimit(.minutes(3)))
struct DriveShareServerTests {
  /// Ann and Ben have a drive, and Ann shares `/plans` with Ben, in which there is a file of ten bytes.
  private struct Shared: Sendable {
    let server: CollaborationTestServer
    let ann: DriveProgram
    let ben: DriveProgram
    let share: DriveShareState

    var owner: CollaborationClient { get throws { try server.client("ann") } }
    var other: CollaborationClient { get throws { try server.client("ben") } }
    var id: CollaborationID { share.collaborationID }

    func invite(_ client: CollaborationClient) async throws -> RootHash {
      let identity = try Person().identity(in: id)
      _ = try await owner.updateIdentities(
        UpdateIdentities(requestID: .random(), add: [.init(root: identity.root, depth: 5)]), of: id)
      let challenge = try await client.challenge(for: id)
      _ = try await client.prove(try identity.proof(challenge).json(), for: id)
      return identity.root
    }
  }

  private static func run(
    access: ShareOptions.Access = .readWrite, who: DriveShareTerms.Who = .invited,
    _ body: @escaping @Sendable (Shared) async throws -> Void
  ) async throws {
    try await CollaborationTestServer.run(configure: { $0.servesDrives = true }) { server in
      let ann = try await DriveProgram(server, "ann")
      #expect(try await ann.send("MKCOL", "/plans").status == 201)
      #expect(try await ann.put("/plans/a.txt", Array("0123456789".utf8)).status == 201)
      let share = try await server.client("ann").shareDriveItem(
        ShareDriveItem(requestID: .random(), path: "/plans", who: who, access: access))
      try await body(
        Shared(
          server: server, ann: ann, ben: try await DriveProgram(server, "ben"), share: share))
    }
  }

  @Test func `who has proved finds it below Shared in their own drive, and writes it`() async throws
  {
    try await Self.run { it in
      #expect(it.share.link.hasSuffix("/d/\(it.id.text)") && it.share.yours == .owner)
      #expect(it.share.isFolder && it.share.path == "/plans" && it.share.name == "plans")
      #expect(try await refusal { try await it.other.driveShare(it.id) } == .notFound)
      #expect(try await it.ben.send("PROPFIND", "/Shared", ["Depth": "1"]).status == 404)
      _ = try await it.invite(it.other)
      let found = try await it.other.driveShare(it.id)
      #expect(found.path == "/Shared/plans" && found.yours == .readWrite)
      #expect(try await it.other.sharedDriveItems() == [found])
      #expect(try await it.owner.driveShares().shares.map(\.path) == ["/plans"])
      let listed = try await it.ben.text("/", depth: "1")
      #expect(listed.contains("<D:href>/drive/Shared/</D:href>"))
      let inside = try await it.ben.text("/Shared/plans/", depth: "1")
      #expect(inside.contains("<D:href>/drive/Shared/plans/a.txt</D:href>"))
      let got = try await it.ben.send("GET", "/Shared/plans/a.txt")
      let tag = try #require(got.headers.value("etag"))
      #expect(got.status == 200 && got.body == Array("0123456789".utf8))
      #expect(try await it.ben.put("/Shared/plans/a.txt", [1], ["If-Match": tag]).status == 204)
      #expect(try await it.ann.put("/plans/a.txt", [2], ["If-Match": tag]).status == 412)
      #expect(try await it.ann.send("GET", "/plans/a.txt").body == [1])
      #expect(try await it.other.driveVersions(of: "/Shared/plans/a.txt").count == 1)
      #expect(try await it.ben.send("DELETE", "/Shared/plans").status == 403)
      #expect(try await it.ben.send("MKCOL", "/shared").status == 403)
    }
  }

  @Test func `what is shared to be read is not written, with one problem`() async throws {
    try await Self.run(access: .readOnly) { it in
      _ = try await it.invite(it.other)
      for (method, path) in [
        ("PUT", "/Shared/plans/a.txt"), ("PUT", "/Shared/plans/n"), ("MKCOL", "/Shared/plans/n"),
        ("DELETE", "/Shared/plans/a.txt"),
      ] {
        let answer = try await it.ben.send(method, path, [:], method == "PUT" ? [1] : nil)
        #expect(answer.status == 403)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("read_only"))
      }
      #expect(try await it.ben.send("GET", "/Shared/plans/a.txt").status == 200)
      #expect(
        try await refusal {
          try await it.other.changeDriveShare(
            it.id, to: DriveShareTerms(who: .link, access: .readWrite))
        } == .forbidden)
    }
  }

  @Test func `whoever has the link comes in where it is open, and is out when it is closed`()
    async throws
  {
    try await Self.run(who: .link) { it in
      #expect(try await it.other.enterByLink(it.id).isNew)
      #expect(try await it.ben.send("GET", "/Shared/plans/a.txt").status == 200)
      let closed = try await it.owner.changeDriveShare(
        it.id, to: DriveShareTerms(who: .invited, access: .readWrite))
      #expect(closed.who == .invited)
      #expect(try await it.ben.send("GET", "/Shared/plans/a.txt").status == 404)
      #expect(try await refusal { try await it.other.enterByLink(it.id) } == .notFound)
    }
  }

  @Test func `leaving, removing and stopping take it away at once`() async throws {
    try await Self.run { it in
      let root = try await it.invite(it.other)
      #expect(try await it.owner.participants(of: it.id).participants.count == 1)
      _ = try await it.owner.updateIdentities(
        UpdateIdentities(requestID: .random(), remove: [root]), of: it.id)
      #expect(try await it.ben.send("GET", "/Shared/plans/a.txt").status == 404)
      _ = try await it.invite(it.other)
      _ = try await it.other.leave(it.id)
      #expect(try await it.ben.put("/Shared/plans/a.txt", [1]).status == 409)
      _ = try await it.invite(it.other)
      #expect(try await it.ben.send("GET", "/Shared/plans/a.txt").status == 200)
      _ = try await it.owner.endCollaboration(it.id)
      #expect(try await it.ben.send("GET", "/Shared/plans/a.txt").status == 404)
      #expect(try await refusal { try await it.owner.driveShare(it.id) } == .gone)
      #expect(try await it.owner.driveShares().shares.isEmpty)
    }
  }

  @Test func `a share is no document and no record, and strangers learn nothing`() async throws {
    try await Self.run { it in
      let (eve, document) = (
        try it.server.client("eve"), try await it.owner.collaboration(it.id).documentID
      )
      #expect(try await refusal { try await eve.driveShare(it.id) } == .notFound)
      #expect(try await it.owner.documents().documents.isEmpty)
      #expect(try await refusal { try await it.owner.deleteDocument(document) } == .notFound)
      #expect(try await refusal { try await it.owner.recordShare(it.id) } == .notFound)
      let twice = ShareDriveItem(
        requestID: .random(), path: "/Shared", who: .invited, access: .readOnly)
      #expect(try await refusal { try await it.owner.shareDriveItem(twice) } == .notFound)
      let root = ShareDriveItem(requestID: .random(), path: "/", who: .link, access: .readOnly)
      #expect(try await refusal { try await it.owner.shareDriveItem(root) } != nil)
    }
  }

  @Test
  func `the server tells by itself, attested, what others did to a file, and that it is gone`()
    async throws
  {
    try await PushReceiver.run { receiver in
      let origin = try receiver.origin
      try await CollaborationTestServer.run(configure: {
        $0.servesDrives = true
        $0.noticeRelays = [origin]
      }) { server in
        let (ann, ben) = (
          try await DriveProgram(server, "ann"), try await DriveProgram(server, "ben")
        )
        _ = try await ann.put("/a.txt", [1])
        let owner = try server.client("ann")
        let share = try await owner.shareDriveItem(
          ShareDriveItem(requestID: .random(), path: "/a.txt", who: .invited, access: .readWrite))
        let it = Shared(server: server, ann: ann, ben: ben, share: share)
        let (own, bens) = (try await it.invite(owner), try await it.invite(it.other))
        let listener = try NoticeTellingServerTests.Listener("ann")
        try await owner.putNoticeAddress(
          PutNoticeAddress(
            endpoint: origin.text + listener.path, p256dh: listener.key.publicKey,
            auth: listener.secret), in: it.id)
        let other = try NoticeTellingServerTests.Listener("ben")
        try await it.other.putNoticeAddress(
          PutNoticeAddress(
            endpoint: origin.text + other.path, p256dh: other.key.publicKey, auth: other.secret),
          in: it.id)
        #expect(try await ben.put("/Shared/a.txt", [2]).status == 204)
        server.clock.advance(1000)
        // Whom she found there is told besides.
        let told = try await receiver.pushes(2, at: listener.path).map(listener.open)
        let edit = try #require(told.first { $0.notice.kind == .edit })
        #expect(edit.title == "a.txt")
        #expect(edit.notice.attestation?.root == bens)
        let there = ["Destination": CollaborationTestServer.publicOrigin + "/drive/b.txt"]
        #expect(try await ann.send("MOVE", "/a.txt", there).status == 201)
        let renamed = try other.open(
          try #require(try await receiver.pushes(1, at: other.path).last))
        #expect(renamed.notice.kind == .renamed && renamed.title == "b.txt")
        #expect(renamed.notice.attestation?.root == own)
        #expect(try await ann.send("DELETE", "/b.txt").status == 204)
        let deleted = try other.open(
          try #require(try await receiver.pushes(2, at: other.path).last))
        #expect(deleted.notice.kind == .deleted)
      }
    }
  }
}
