import CollaborationServer
import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import Testing

/// `/openapi.yaml` against the table of routes and against live answers (design 6).
@Suite(.timeLimit(.minutes(3)))
struct OpenAPIServerTests {
  private let schemas: OpenAPISchemas

  init() throws { schemas = try OpenAPISchemas(CollaborationOpenAPI.document().yaml) }

  @Test func `the document describes exactly the routes there are`() {
    #expect(schemas.operations == OpenAPISchemas.operations(of: CollaborationRoutes.all))
  }

  @Test func `every route says what it does, and the backend says who it acts for`() throws {
    for route in CollaborationRoutes.all { #expect(route.summary.count > 10, "\(route.name)") }
    let schemes = try #require(schemas.document["components"]?["securitySchemes"]).members
    #expect(
      schemes.keys.sorted() == ["actingAccount", "actingSession", "bearer", "cookie", "serviceKey"])
    #expect(schemes["actingAccount"]?["name"]?.text == CollaborationRoutes.actingAccountHeader)
  }

  @Test func `every example is what its schema says`() throws {
    let violations = try schemas.exampleViolations(of: CollaborationRoutes.all)
    #expect(violations.isEmpty, "\(violations)")
  }

  @Test func `a member of the query that means nothing is refused, except on a link`() async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      let refused = try await server.send(
        "GET", "/collab/v1/documents?lmit=3", headers: server.backendHeaders("ann"))
      #expect(refused.status == 400)
      let link = try await server.send("GET", "/d/\(document.id.text)?utm_source=chat")
      #expect(link.status == 200)
    }
  }

  @Test func `live answers have the members the document says`() async throws {
    let clock = TestClock()
    let provider = TestProvider(clock: clock)
    let settings = try provider.settings()
    try await CollaborationTestServer.run(
      clock: clock,
      configure: {
        $0.provider = settings
        $0.containers = ["c"]
        $0.servesDrives = true
      }
    ) { server in
      let served = try await server.send("GET", "/openapi.yaml")
      #expect(served.body == Array(try CollaborationOpenAPI.document().yaml.utf8))
      #expect(served.headers.value("content-type") == "application/yaml")
      var checked: Set<String> = []
      let account = try CollaborationTestServer.account("session")
      let session = try await server.nobody.createAccount(
        CreateAppAccount(account: account, displayName: "S", password: "long enough"))
      let signedIn = [ClientHeader("Authorization", "Bearer \(session.token)")]
      try await Self.link(session, with: provider, at: server)
      for (route, path, body) in try await Self.calls(server) {
        let isOfSession = [
          "sessions", "makeSignInCode", "changePassword", "linkProvider", "unlinkProvider",
        ].contains(route.name)
        let answer = try await server.send(
          route.method.rawValue, path,
          headers: isOfSession ? signedIn : server.backendHeaders("ann"), body: body)
        #expect(answer.status == route.status, "\(route.name)")
        guard let schema = schemas.bodySchema(of: route.name, isRequest: false) else {
          #expect(answer.body.isEmpty, "\(route.name)")
          continue
        }
        #expect(answer.headers.value("content-type") == "application/json")
        #expect(schemas.violations(in: answer.body, of: schema, at: route.name) == [])
        checked.insert(route.name)
      }
      let expected = CollaborationRoutes.all.filter {
        $0.response != "NoBody" && $0.response != "RawBody"
          && !$0.response.hasPrefix("EventStream<")
      }
      #expect(checked == Set(expected.map(\.name)))
      let problem = try await server.send("GET", "/collab/v1/documents/none")
      let schema = try #require(schemas["Problem"])
      #expect(schemas.violations(in: problem.body, of: schema, at: "problem") == [])
    }
  }

  /// The whole way to the provider and back, for an account that is there.
  private static func link(
    _ session: AppSession, with provider: TestProvider, at server: CollaborationTestServer
  ) async throws {
    let bearer = ClientHeader("Authorization", "Bearer \(session.token)")
    let begun = try await server.send(
      "POST", "/collab/v1/me/provider", headers: [bearer], body: Array("{}".utf8))
    var jar = CookieJar()
    jar.take(begun.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value))
    jar.take(["__Host-grove-session=\(session.token)"])
    let address = try StrictJSON.decode(ProviderSignInBegun.self, from: begun.body).address
    let back = try await server.send(
      "GET", provider.approve(address, as: "ada"), headers: [ClientHeader("Cookie", jar.header)])
    #expect(back.status == 303)
  }

  /// One successful call of every route that answers JSON, in an order that leaves them all
  /// something to answer.
  private static func calls(_ server: CollaborationTestServer) async throws
    -> [(RouteDescription, String, [UInt8]?)]
  {
    let document = try await SharedDocument(server)
    let own = try await document.invite()
    let entering = try await document.invite()
    _ = try await document.prove(own, as: document.owner)
    _ = try await document.append("x", by: document.owner)
    try await document.owner.putSnapshot(
      PutSnapshot(sequence: DecimalUInt64(1), data: Base64URLBytes([1])), of: document.documentID)
    try await document.owner.putPresence(
      PutPresence(clientID: .random(), state: Base64URLBytes([1])), in: document.documentID)
    _ = try await server.client("eve").knock(Knock(note: "n"), at: document.id)
    let challenge = try await document.owner.challenge(for: document.id)
    let entry = try await server.nobody.entryChallenge(for: document.id)
    let enter = Enter(
      entry: entry.entry, proof: try entering.proof(entry), displayName: "Ben")
    let secret = ResetSecret(random: [UInt8](repeating: 5, count: 32))
    let reset = try await server.resetLink(secret, for: "lost")
    let code = try await server.signInCode(of: "lost", password: "long enough")
    let doc = { (route: RouteDescription, body: [UInt8]?) in
      (route, route.path.replacing("{documentID}", with: document.documentID), body)
    }
    let collab = { (route: RouteDescription, body: [UInt8]?) in
      (route, route.path.replacing("{collaborationID}", with: document.id.text), body)
    }
    return try await [
      (CollaborationRoutes.makeSignInCode.description, "/collab/v1/sign-in-codes", nil),
      (
        CollaborationRoutes.useSignInCode.description, "/collab/v1/sign-in-codes/use",
        StrictJSON.encode(UseSignInCode(code: code))
      ),
      (CollaborationRoutes.resetPassword.description, "/collab/v1/password-resets", reset),
      collab(CollaborationRoutes.entryChallenge.description, nil),
      collab(CollaborationRoutes.enter.description, StrictJSON.encode(enter)),
    ]
      + driveCalls(server) + readingCalls(doc, collab)
      + recordCalls(sharedRecords(server.client("ann")))
      + sharingCalls(server, collab, own, challenge, doc)
  }

  private static func driveCalls(_ server: CollaborationTestServer) async throws -> [Call] {
    typealias Routes = CollaborationRoutes
    let ann = try server.client("ann")
    let program = try await DriveProgram(server, "ann")
    for path in ["/a", "/a", "/b"] { _ = try await program.put(path, [1]) }
    _ = try await program.send("DELETE", "/b")
    let item = try await ann.driveBin().items[0].itemID
    let make = try StrictJSON.encode(MakeAppPassword(name: "P"))
    let restore = try StrictJSON.encode(
      RestoreDriveVersion(path: "/a", number: DecimalUInt64(1)))
    func call(_ route: RouteDescription, _ body: [UInt8]? = nil, query: String = "") -> Call {
      (route, route.path.replacing("{itemID}", with: item) + query, body)
    }
    return [
      call(Routes.makeAppPassword.description, make), call(Routes.appPasswords.description),
      call(Routes.driveBin.description), call(Routes.restoreBinned.description),
      call(Routes.driveVersions.description, query: "?path=/a"),
      call(Routes.restoreDriveVersion.description, restore),
    ] + (try await driveShareCalls(ann))
  }

  private static func driveShareCalls(_ ann: CollaborationClient) async throws -> [Call] {
    typealias Routes = CollaborationRoutes
    let share = ShareDriveItem(
      requestID: .random(), path: "/a", who: .link, access: .readWrite)
    let id = try await ann.shareDriveItem(share).collaborationID.text
    let terms = try StrictJSON.encode(DriveShareTerms(who: .invited, access: .readOnly))
    func call(_ route: RouteDescription, _ body: [UInt8]? = nil) -> Call {
      (route, route.path.replacing("{collaborationID}", with: id), body)
    }
    return [
      call(Routes.shareDriveItem.description, try StrictJSON.encode(share)),
      call(Routes.driveShares.description), call(Routes.sharedDriveItems.description),
      call(Routes.driveShare.description), call(Routes.changeDriveShare.description, terms),
    ]
  }

  private static func sharedRecords(_ ann: CollaborationClient) async throws -> CollaborationID {
    let zone = RecordZonePlace(scope: .private, name: "Shared")
    _ = try await ann.modifyRecordZones(ModifyRecordZones(save: ["Shared"]), in: "c")
    let share = SaveRecord(
      name: "cloudkit.zoneshare", type: "cloudkit.share",
      terms: RecordShareTerms(root: nil, access: .readOnly, publicPermission: .none))
    let saved = try await ann.modifyRecords(ModifyRecords(zone: zone, saves: [share]), in: "c")
    return try #require(saved.saved.first?.record?.shared?.collaborationID)
  }

  private static func recordCalls(_ shared: CollaborationID) throws -> [Call] {
    typealias Routes = CollaborationRoutes
    let zone = RecordZonePlace(scope: .private, name: "Notes")
    var value = RecordValue()
    value.list = [RecordListElement()]
    value.list?[0].integer = "-1"
    let save = SaveRecord(
      name: "a", type: "Note", fields: [RecordFieldState(name: "v", value: value)])
    let share = SaveRecord(
      name: "s", type: "cloudkit.share",
      terms: RecordShareTerms(root: "a", access: .readOnly, publicPermission: .none))
    func call(_ route: RouteDescription, _ body: some Encodable) throws -> Call {
      (route, route.path.replacing("{container}", with: "c"), try StrictJSON.encode(body))
    }
    let user = Routes.recordUser.description
    return [
      (user, user.path.replacing("{container}", with: "c"), nil),
      try call(Routes.modifyRecordZones.description, ModifyRecordZones(save: ["Notes"])),
      try call(Routes.lookUpRecordZones.description, LookUpRecordZones(zones: [zone])),
      try call(
        Routes.modifyRecords.description,
        ModifyRecords(zone: zone, saves: [save, share], deletes: ["b"])),
      try call(Routes.lookUpRecords.description, LookUpRecords(zone: zone, names: ["a", "b"])),
      try call(Routes.zoneChanges.description, LookUpZoneChanges(zone: zone)),
      try call(Routes.databaseChanges.description, LookUpDatabaseChanges(scope: .private)),
      (
        Routes.enterByLink.description,
        Routes.enterByLink.description.path.replacing("{collaborationID}", with: shared.text), nil
      ),
      (
        Routes.recordShare.description,
        Routes.recordShare.description.path.replacing("{collaborationID}", with: shared.text), nil
      ),
    ] + (try assetCalls())
  }

  private static func assetCalls() throws -> [Call] {
    typealias Routes = CollaborationRoutes
    let hash = try Hex.decode("039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81")
    let announce = Routes.announceAsset.description
    let send = Routes.sendAsset.description
    let query = Routes.queryRecords.description
    let question = QueryRecords(scope: .private, type: "Note", sort: [RecordSort(field: "v")])
    let body = AnnounceAsset(sha256: Base64URLBytes(hash), size: DecimalUInt64(3))
    func path(_ route: RouteDescription) -> String {
      route.path.replacing("{container}", with: "c")
        .replacing("{sha256}", with: Base64URL.encode(hash))
    }
    return [
      (announce, path(announce), try StrictJSON.encode(body)),
      (send, path(send) + "?offset=0", [1, 2, 3]),
      (query, path(query), try StrictJSON.encode(question)),
    ]
  }

  private typealias Call = (RouteDescription, String, [UInt8]?)

  private static func readingCalls(
    _ doc: (RouteDescription, [UInt8]?) -> Call, _ collab: (RouteDescription, [UInt8]?) -> Call
  ) throws -> [Call] {
    typealias Routes = CollaborationRoutes
    return [
      doc(Routes.me.description, nil), doc(Routes.sessions.description, nil),
      doc(Routes.beginProviderSignIn.description, Array("{}".utf8)),
      doc(Routes.linkProvider.description, Array("{}".utf8)),
      doc(Routes.unlinkProvider.description, nil),
      doc(
        Routes.changePassword.description,
        try StrictJSON.encode(
          ChangePassword(oldPassword: "long enough", newPassword: "longer than that"))),
      doc(Routes.listDocuments.description, nil),
      doc(Routes.document.description, nil), doc(Routes.documentEvents.description, nil),
      doc(Routes.snapshot.description, nil), doc(Routes.presence.description, nil),
      collab(Routes.collaboration.description, nil), collab(Routes.participants.description, nil),
      collab(Routes.knocks.description, nil), collab(Routes.challenge.description, nil),
      collab(Routes.collaborationKeys.description, nil),
    ]
  }

  private static func sharingCalls(
    _ server: CollaborationTestServer, _ collab: (RouteDescription, [UInt8]?) -> Call,
    _ own: TestIdentity, _ challenge: ChallengeIssued, _ doc: (RouteDescription, [UInt8]?) -> Call
  ) throws -> [Call] {
    typealias Routes = CollaborationRoutes
    let account = try CollaborationTestServer.account("new")
    let options = SharedDocument.everything
    let update = AppendUpdate(updateID: .random(), kind: .edit, data: Base64URLBytes([1]))
    let attest = AttestNotice(
      noticeID: .random(), event: 1, trigger: 1, at: DecimalUInt64(server.clock.now))
    return [
      doc(
        Routes.createAccount.description,
        try StrictJSON.encode(
          CreateAppAccount(account: account, displayName: "N", password: "long enough"))),
      doc(
        Routes.createSession.description,
        try StrictJSON.encode(CreateSession(account: account, password: "long enough"))),
      doc(
        Routes.createDocument.description,
        try StrictJSON.encode(CreateDocument(requestID: .random(), title: "T"))),
      doc(
        Routes.changeDocument.description, try StrictJSON.encode(ChangeDocument(title: "U"))),
      doc(Routes.appendUpdate.description, try StrictJSON.encode(update)),
      doc(
        Routes.prepareCollaboration.description,
        try StrictJSON.encode(PrepareCollaboration(requestID: .random(), options: options))),
      collab(
        Routes.changeShareOptions.description,
        try StrictJSON.encode(ChangeShareOptions(options: options))),
      collab(
        Routes.updateIdentities.description,
        try StrictJSON.encode(UpdateIdentities(requestID: .random()))),
      collab(Routes.prove.description, try own.proof(challenge).json()),
      collab(Routes.takeOver.description, try own.proof(challenge).json()),
      collab(Routes.knock.description, Array("{}".utf8)),
      collab(Routes.attestNotice.description, try StrictJSON.encode(attest)),
      collab(Routes.leave.description, nil), collab(Routes.endCollaboration.description, nil),
      doc(Routes.deleteDocument.description, nil),
    ]
  }
}
