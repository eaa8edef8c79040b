import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// Invariant 11: bad input gets one clear problem body and changes nothing.
@Suite(.timeLimit(.minutes(4)))
struct MalformedServerTests {
  /// A well-formed body for every route that takes JSON, by the route's name.
  private static func bodies(_ document: SharedDocument) throws -> [String: [UInt8]] {
    let account = try CollaborationTestServer.account("new")
    let root = try Person().identity(in: document.id).root
    return try recordBodies().merging([
      "createAccount": try StrictJSON.encode(
        CreateAppAccount(account: account, displayName: "N", password: "long enough")),
      "createSession": try StrictJSON.encode(
        CreateSession(account: account, password: "long enough")),
      "changePassword": try StrictJSON.encode(
        ChangePassword(oldPassword: "long enough", newPassword: "longer than that")),
      "resetPassword": try StrictJSON.encode(
        ResetPassword(token: "no link", newPassword: "longer than that")),
      "useSignInCode": try StrictJSON.encode(UseSignInCode(code: "7QK4M-9XW2T")),
      "beginProviderSignIn": try StrictJSON.encode(BeginProviderSignIn(returnPath: "/d/x")),
      "linkProvider": try StrictJSON.encode(BeginProviderSignIn(returnPath: "/d/x")),
      "makeAppPassword": try StrictJSON.encode(MakeAppPassword(name: "P")),
      "restoreDriveVersion": try StrictJSON.encode(
        RestoreDriveVersion(path: "/a", number: DecimalUInt64(1))),
      "shareDriveItem": try StrictJSON.encode(
        ShareDriveItem(requestID: .random(), path: "/a", who: .invited, access: .readOnly)),
      "changeDriveShare": try StrictJSON.encode(
        DriveShareTerms(who: .link, access: .readWrite)),
      "createDocument": try StrictJSON.encode(CreateDocument(requestID: .random(), title: "T")),
      "changeDocument": try StrictJSON.encode(ChangeDocument(title: "U", location: "/u")),
      "appendUpdate": try StrictJSON.encode(
        AppendUpdate(updateID: .random(), kind: .edit, data: Base64URLBytes([1]))),
      "putSnapshot": try StrictJSON.encode(
        PutSnapshot(sequence: DecimalUInt64(0), data: Base64URLBytes([1]))),
      "putPresence": try StrictJSON.encode(
        PutPresence(clientID: .random(), state: Base64URLBytes([1]), leaseSeconds: 9)),
      "prepareCollaboration": try StrictJSON.encode(
        PrepareCollaboration(requestID: .random(), options: SharedDocument.everything)),
      "changeShareOptions": try StrictJSON.encode(
        ChangeShareOptions(options: SharedDocument.everything)),
      "updateIdentities": try StrictJSON.encode(
        UpdateIdentities(
          requestID: .random(), add: [.init(root: root, depth: 5)], remove: [.zero],
          replace: [])),
      "prove": Array("{\"v\":1,\"profile\":1}".utf8),
      "takeOver": Array("{\"v\":1,\"profile\":1}".utf8),
      "knock": try StrictJSON.encode(Knock(note: "n")),
      "answerKnock": try StrictJSON.encode(AnswerKnock(accept: true)),
      "enter": try StrictJSON.encode(
        Enter(
          entry: Base64URLBytes([1]), proof: Base64URLBytes([2]), displayName: "Ben")),
      "addPassword": try StrictJSON.encode(AddPassword(newPassword: "long enough")),
      "putNoticeAddress": try StrictJSON.encode(
        PutNoticeAddress(
          endpoint: "https://relay.example/push/1", p256dh: SigningKey().publicKey,
          auth: .random())),
      "attestNotice": try StrictJSON.encode(
        AttestNotice(noticeID: .random(), event: 1, trigger: 1, at: DecimalUInt64(1))),
    ]) { $1 }
  }

  private static func recordBodies() throws -> [String: [UInt8]] {
    let zone = RecordZonePlace(scope: .private, name: "Notes")
    return [
      "modifyRecordZones": try StrictJSON.encode(ModifyRecordZones(save: ["Notes"])),
      "lookUpRecordZones": try StrictJSON.encode(LookUpRecordZones(zones: [zone])),
      "modifyRecords": try StrictJSON.encode(ModifyRecords(zone: zone, deletes: ["a"])),
      "lookUpRecords": try StrictJSON.encode(LookUpRecords(zone: zone, names: ["a"])),
      "zoneChanges": try StrictJSON.encode(LookUpZoneChanges(zone: zone)),
      "databaseChanges": try StrictJSON.encode(LookUpDatabaseChanges(scope: .private)),
      "announceAsset": try StrictJSON.encode(
        AnnounceAsset(
          sha256: Base64URLBytes([UInt8](repeating: 1, count: 32)), size: DecimalUInt64(1))),
      "sendAsset": [1, 2, 3],
      "queryRecords": try StrictJSON.encode(
        QueryRecords(scope: .private, zone: "Notes", type: "Note")),
    ]
  }

  private static func path(_ route: RouteDescription, _ document: SharedDocument) -> String {
    route.path.replacing("{documentID}", with: document.documentID)
      .replacing("{collaborationID}", with: document.id.text)
      .replacing("{knockID}", with: RequestID.random().base64url)
      .replacing("{container}", with: "iCloud.example.notes")
      .replacing("{sha256}", with: Base64URL.encode([UInt8](repeating: 1, count: 32)))
  }

  private static func expectProblem(
    _ server: CollaborationTestServer, _ route: RouteDescription, _ document: SharedDocument,
    _ body: [UInt8], _ comment: String, type: String? = "application/json"
  ) async throws {
    let writes = server.store.writes
    let response = try await server.send(
      route.method.rawValue, path(route, document), headers: server.backendHeaders("ann"),
      body: body, type: type)
    #expect((400..<500).contains(response.status), "\(route.name): \(comment)")
    let problem = try StrictJSON.decode(Problem.self, from: response.body)
    #expect(problem.status == response.status && problem.requestID != nil)
    #expect(ProblemCode.known.contains(problem.code))
    #expect(response.headers.value("content-type") == Problem.mediaType)
    #expect(server.store.writes == writes, "\(route.name): \(comment)")
  }

  private static func forEachBody(
    _ check:
      @escaping @Sendable (
        CollaborationTestServer, RouteDescription, SharedDocument, [UInt8]
      ) async throws -> Void
  ) async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let bodies = try bodies(document)
      for route in CollaborationRoutes.all where route.request != "NoBody" {
        let body = try #require(bodies[route.name], "\(route.name) has no sample")
        try await check(server, route, document, body)
      }
    }
  }

  @Test func `a truncated body is one problem`() async throws {
    try await Self.forEachBody { server, route, document, body in
      for length in stride(from: 0, to: body.count, by: max(1, body.count / 7)) {
        try await Self.expectProblem(
          server, route, document, Array(body[..<length]), "cut at \(length)")
      }
    }
  }

  @Test func `a member of another type is one problem`() async throws {
    try await Self.forEachBody { server, route, document, body in
      let text = String(decoding: body, as: UTF8.self)
      for wrong in ["[]", "7", "\"x\"", "null", "true", "{\"requestID\":7}"]
      where !(wrong.hasPrefix("{") && ["knock", "changeDocument"].contains(route.name)) {
        try await Self.expectProblem(server, route, document, Array(wrong.utf8), wrong)
      }
      guard let colon = text.firstIndex(of: ":") else { return }
      for value in ["[[[]]]", "1e400", "\"\\ud800\""] {
        let broken = text[...colon] + value + "}"
        try await Self.expectProblem(server, route, document, Array(broken.utf8), value)
      }
    }
  }

  @Test func `a huge body and a deep one are one problem each`() async throws {
    try await Self.forEachBody { server, route, document, _ in
      let deep = [UInt8](repeating: UInt8(ascii: "["), count: 60_000)
      try await Self.expectProblem(server, route, document, deep, "deep")
      // Pieces of files are larger: AssetServerTests.
      guard route.name != CollaborationRoutes.sendAsset.name else { return }
      let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 12_000_000)
      let path = Self.path(route, document)
      // The server may answer and close before it has been sent everything.
      let response = try? await server.send(
        route.method.rawValue, path, headers: server.backendHeaders("ann"), body: spaces)
      if let response { #expect([400, 413].contains(response.status), "\(route.name)") }
    }
  }

  @Test func `a body of another media type is refused`() async throws {
    try await Self.forEachBody { server, route, document, body in
      guard route.request != "RawBody" else { return }
      try await Self.expectProblem(server, route, document, body, "type", type: "text/plain")
    }
  }

  @Test
  func `an update of 1 MiB, a snapshot of 8 and options of 4 KiB are taken, and no byte more`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (ann, id) = (document.owner, document.documentID)
      for (more, code) in [(0, nil), (1, ProblemCode.limitExceeded)] {
        let data = [1 << 20, 8 << 20].map { count in
          Base64URLBytes([UInt8](repeating: 7, count: count + more))
        }
        let update = AppendUpdate(updateID: .random(), kind: .edit, data: data[0])
        let appended = try await refusal { _ = try await ann.appendUpdate(update, to: id) }
        #expect(appended == code)
        let snapshot = PutSnapshot(sequence: DecimalUInt64(1), data: data[1])
        let put = try await refusal { try await ann.putSnapshot(snapshot, of: id) }
        #expect(put == code)
        var options = SharedDocument.everything
        options.appSelection = String(repeating: "o", count: 4096 + more)
        let changed = try await refusal { [options] in
          _ = try await ann.changeShareOptions(options, of: document.id)
        }
        #expect(changed == code)
      }
    }
  }

  @Test func `an update names thirty-two people at most, and nobody twice`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let ann = document.owner
      let roots = (1...33).map { RootHash(unchecked: [UInt8](repeating: $0, count: 32)) }
      func answer(_ mentions: [RootHash]) async throws -> ProblemCode? {
        let update = AppendUpdate(
          updateID: .random(), kind: .comment, data: Base64URLBytes([1]), mentions: mentions)
        return try await refusal { _ = try await ann.appendUpdate(update, to: document.documentID) }
      }
      #expect(try await answer(Array(roots.prefix(32))) == nil)
      #expect(try await answer(roots) == .limitExceeded)
      #expect(try await answer([roots[0], roots[1], roots[0]]) == .malformed)
    }
  }

  @Test func `first lines have 280 bytes and three lines at most, and go with an edit`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let ann = document.owner
      func answer(_ lines: String, _ kind: UpdateKind = .edit) async throws -> ProblemCode? {
        let update = AppendUpdate(
          updateID: .random(), kind: kind, data: Base64URLBytes([1]), firstLines: lines)
        return try await refusal { _ = try await ann.appendUpdate(update, to: document.documentID) }
      }
      let long = String(repeating: "a", count: 280)
      for (lines, code) in [
        ("", nil), (long, nil), (long + "a", ProblemCode.limitExceeded), ("a\nb\nc", nil),
        ("a\nb\nc\n", .limitExceeded), ("a\tb", .malformed), ("a\rb", .malformed),
        ("a\u{9B}b", .malformed),
      ] {
        #expect(try await answer(lines) == code, "\(lines.debugDescription)")
      }
      #expect(try await answer("Flour", .comment) == .malformed)
    }
  }

  @Test func `texts and numbers beyond their limits are refused`() async throws {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let (ann, id) = (document.owner, document.documentID)
      let long = String(repeating: "a", count: 1025)
      let writes = server.store.writes
      let titles = [("", ProblemCode.malformed), ("a\nb", .malformed), (long, .limitExceeded)]
      for (title, code) in titles {
        let create = CreateDocument(requestID: .random(), title: title)
        #expect(try await refusal { try await ann.createDocument(create) } == code)
        let change = ChangeDocument(title: title)
        #expect(try await refusal { try await ann.changeDocument(id, change) } == code)
      }
      let moved = ChangeDocument(location: "nowhere")
      #expect(try await refusal { try await ann.changeDocument(id, moved) } == .malformed)
      let note = Knock(note: String(repeating: "n", count: 513))
      #expect(try await refusal { try await ann.knock(note, at: document.id) } == .limitExceeded)
      for (bytes, code) in [(129, ProblemCode.limitExceeded), (0, .malformed)] {
        let account = CreateAppAccount(
          account: try CollaborationTestServer.account("new-\(bytes)"),
          displayName: String(repeating: "n", count: bytes), password: "long enough")
        #expect(try await refusal { try await server.nobody.createAccount(account) } == code)
      }
      let root = try Person().identity(in: document.id).root
      let bad: [(UpdateIdentities, ProblemCode)] = [
        (UpdateIdentities(requestID: .random(), add: [.init(root: root, depth: 4)]), .malformed),
        (
          UpdateIdentities(
            requestID: .random(), add: [.init(root: root, depth: 5)], remove: [root]), .malformed
        ),
        (
          UpdateIdentities(
            requestID: .random(), add: [.init(root: root, depth: 5, person: root)]), .malformed
        ),
        (
          UpdateIdentities(
            requestID: .random(), remove: [RootHash](repeating: root, count: 1025)),
          .limitExceeded
        ),
      ]
      for (update, code) in bad {
        #expect(
          try await refusal { try await ann.updateIdentities(update, of: document.id) } == code)
      }
      #expect(server.store.writes == writes)
    }
  }
}
