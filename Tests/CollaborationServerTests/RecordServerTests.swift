import CollaborationServer
import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import Testing

/// Records over HTTP: Ann keeps notes, and shares a list of them with Ben.
@Suite(.timeLimit(.minutes(3)))
struct RecordServerTests {
  private static let container = "iCloud.example.notes"
  private static let notes = RecordZonePlace(scope: .private, name: "Notes")

  private static func run(
    _ body: @escaping @Sendable (CollaborationTestServer, CollaborationClient) async throws -> Void
  ) async throws {
    try await CollaborationTestServer.run(configure: { $0.containers = [container] }) { server in
      let ann = try server.client("ann")
      _ = try await ann.modifyRecordZones(ModifyRecordZones(save: ["Notes"]), in: container)
      try await body(server, ann)
    }
  }

  private static func note(
    _ name: String, _ text: String, tag: String? = nil, parent: String? = nil
  )
    -> SaveRecord
  {
    var value = RecordValue()
    value.text = text
    return SaveRecord(
      name: name, type: "Note", changeTag: tag, parent: parent,
      fields: [RecordFieldState(name: "text", value: value)])
  }

  private static func save(
    _ saves: [SaveRecord], by client: CollaborationClient, in zone: RecordZonePlace = notes
  )
    async throws -> [RecordResult]
  {
    try await client.modifyRecords(ModifyRecords(zone: zone, saves: saves), in: container).saved
  }

  @Test func `a record is saved, found, changed under its tag and told of in the feed`()
    async throws
  {
    try await Self.run { _, ann in
      let first = try await Self.save([Self.note("a", "milk")], by: ann)
      let tag = try #require(first.first?.record?.changeTag)
      let look = LookUpRecords(zone: Self.notes, names: ["a", "b"])
      let found = try await ann.records(look, in: Self.container).results
      #expect(found.map(\.code) == [nil, .unknownItem])
      #expect(found[0].record?.fields.first?.value?.text == "milk")
      let late = try await Self.save([Self.note("a", "bread", tag: "0")], by: ann)
      #expect(late.first?.code == .recordChanged && late.first?.record?.changeTag == tag)
      _ = try await Self.save([Self.note("a", "bread", tag: tag)], by: ann)
      let page = try await ann.zoneChanges(LookUpZoneChanges(zone: Self.notes), in: Self.container)
      #expect(page.changes.map(\.record?.name) == ["a"] && !page.isMoreComing)
      _ = try await ann.modifyRecords(
        ModifyRecords(zone: Self.notes, deletes: ["a"]), in: Self.container)
      let next = try await ann.zoneChanges(
        LookUpZoneChanges(zone: Self.notes, token: page.token), in: Self.container)
      #expect(next.changes.map(\.deleted?.name) == ["a"])
    }
  }

  @Test func `a page has a limit from 1 to its most, and any other is refused, not bent`()
    async throws
  {
    try await Self.run { server, ann in
      let zone = #"{"scope":"private","name":"Notes"}"#
      let questions = [
        ("records/query", #""scope":"private","type":"Note","conditions":[],"sort":[]"#, 400),
        ("changes/zone", #""zone":"# + zone, 400),
        ("changes/database", #""scope":"private""#, 1000),
      ]
      for (path, question, most) in questions {
        for (limit, isTaken) in [
          ("1", true), ("\(most)", true), ("0", false), ("\(most + 1)", false), ("-1", false),
          ("\"1\"", false), ("1.5", false),
        ] {
          let answer = try await server.send(
            "POST", "/collab/v1/containers/\(Self.container)/\(path)",
            headers: server.backendHeaders("ann"),
            body: Array("{\(question),\"limit\":\(limit)}".utf8), type: "application/json")
          #expect(answer.status == (isTaken ? 200 : 400), "\(path) \(limit)")
          guard !isTaken else { continue }
          #expect(String(decoding: answer.body, as: UTF8.self).contains("malformed"))
        }
      }
      // What others share is told at once.
      let shared = LookUpDatabaseChanges(scope: .shared, limit: 10)
      #expect(
        try await refusal { try await ann.databaseChanges(shared, in: Self.container) }
          == .malformed)
    }
  }

  @Test func `an answer with many records is not made before there is room for it`() async throws {
    try await CollaborationTestServer.run(configure: {
      $0.containers = [Self.container]
      var settings = ByteBudget.Settings()
      settings.perKey = 4 << 20
      settings.deadline = .milliseconds(200)
      $0.streams.answers = ByteBudget(settings)
    }) { server in
      let ann = try server.client("ann")
      _ = try await ann.modifyRecordZones(ModifyRecordZones(save: ["Notes"]), in: Self.container)
      _ = try await Self.save([Self.note("a", "milk")], by: ann)
      let look = LookUpRecords(zone: Self.notes, names: ["a"])
      #expect(try await ann.records(look, in: Self.container).results.count == 1)
      let held = try #require(
        server.configuration.streams.answers.takeNow(
          1, for: try CollaborationTestServer.account("ann").text))
      #expect(
        try await refusal { try await ann.records(look, in: Self.container) } == .unavailable)
      withExtendedLifetime(held) {}
    }
  }

  /// A list with what hangs below it is shared, a diary beside it is not.
  private static func share(by ann: CollaborationClient) async throws -> CollaborationID {
    let share = SaveRecord(
      name: "share", type: "cloudkit.share",
      terms: RecordShareTerms(root: "list", access: .readWrite, publicPermission: .none))
    let saved = try await save(
      [note("list", "shopping"), note("milk", "milk", parent: "list"), note("diary", "x"), share],
      by: ann)
    #expect(saved.map(\.code) == [nil, nil, nil, nil])
    return try #require(saved[3].record?.shared?.collaborationID)
  }

  @Test
  func `whoever proves an identity of a share sees what is shared, and a removal ends it at once`()
    async throws
  {
    try await Self.run { server, ann in
      let id = try await Self.share(by: ann)
      let identity = try Person().identity(in: id)
      _ = try await ann.updateIdentities(
        UpdateIdentities(requestID: .random(), add: [.init(root: identity.root, depth: 5)]), of: id)
      let ben = try server.client("ben")
      let challenge = try await ben.challenge(for: id)
      _ = try await ben.prove(try identity.proof(challenge).json(), for: id)
      let database = try await ben.databaseChanges(
        LookUpDatabaseChanges(scope: .shared), in: Self.container)
      let owner = try #require(database.changed.first?.owner)
      #expect(try await owner == ann.recordUser(in: Self.container).user)
      #expect(!owner.contains("ann"))
      let place = RecordZonePlace(scope: .shared, owner: owner, name: "Notes")
      let look = LookUpZoneChanges(zone: place)
      let seen = try await ben.zoneChanges(look, in: Self.container)
      #expect(Set(seen.changes.compactMap(\.record?.name)) == ["list", "milk", "share"])
      let eggs = try await Self.save([Self.note("eggs", "6", parent: "list")], by: ben, in: place)
      #expect(eggs.map(\.code) == [nil])
      _ = try await ann.updateIdentities(
        UpdateIdentities(requestID: .random(), remove: [identity.root]), of: id)
      let refused = try await refusal { try await ben.zoneChanges(look, in: Self.container) }
      #expect(refused == .zoneNotFound)
      let after = try await ben.databaseChanges(
        LookUpDatabaseChanges(scope: .shared, token: database.token), in: Self.container)
      #expect(after.ended.map(\.name) == ["Notes"])
    }
  }

  @Test
  func
    `containers that are not kept here, and bodies that make no sense, are refused with one problem`()
    async throws
  {
    try await Self.run { _, ann in
      let shared = RecordZonePlace(scope: .shared, name: "Notes")
      let strange = LookUpZoneChanges(zone: Self.notes, token: Base64URLBytes([1, 2, 3]))
      var (two, zeros) = (RecordValue(), RecordValue())
      (two.text, two.integer, zeros.integer) = ("a", "1", "01")
      let saves = [two, zeros].map {
        SaveRecord(name: "a", type: "Note", fields: [RecordFieldState(name: "v", value: $0)])
      }
      let codes: [ProblemCode?] = [
        try await refusal { try await ann.recordUser(in: "iCloud.other") },
        try await refusal {
          try await ann.zoneChanges(LookUpZoneChanges(zone: shared), in: Self.container)
        },
        try await refusal { try await ann.zoneChanges(strange, in: Self.container) },
        try await refusal { try await Self.save([saves[0]], by: ann) },
        try await refusal { try await Self.save([saves[1]], by: ann) },
        try await refusal {
          try await ann.databaseChanges(LookUpDatabaseChanges(scope: .public), in: Self.container)
        },
      ]
      #expect(
        codes == [.badContainer, .malformed, .tokenExpired, .malformed, .malformed, .badDatabase])
    }
  }

  @Test func `every kind of value comes back as it was sent`() async throws {
    try await Self.run { _, ann in
      var values: [RecordValue] = []
      func add(_ make: (inout RecordValue) -> Void) {
        var value = RecordValue()
        make(&value)
        values.append(value)
      }
      add { $0.text = "é\u{0}" }
      add { $0.integer = "-9223372036854775808" }
      add { $0.number = 0.1 }
      add { $0.time = "-1" }
      add { $0.bytes = Base64URLBytes([0, 255]) }
      add { $0.reference = RecordReferenceValue(record: "a", deletesSelf: true) }
      add {
        $0.coordinates = RecordLocationValue(
          latitude: 47.3, longitude: 8.5, altitude: 0, horizontalAccuracy: 1, verticalAccuracy: -1,
          at: "0")
      }
      add {
        var element = RecordListElement()
        element.integer = "1"
        $0.list = [element, element]
      }
      let fields = values.enumerated().map {
        RecordFieldState(name: "f\($0.offset)", value: $0.element)
      }
      let save = SaveRecord(name: "a", type: "Kinds", fields: fields)
      #expect(try await Self.save([save], by: ann).first?.record?.fields == fields)
      let look = LookUpRecords(zone: Self.notes, names: ["a"], fields: ["f2"])
      let found = try await ann.records(look, in: Self.container).results
      #expect(found.first?.record?.fields == [fields[2]])
    }
  }

  @Test func `a query's pages go on until there is nothing more, and its cursor is its own`()
    async throws
  {
    try await Self.run { _, ann in
      let saves = (0..<5).map { Self.note("n\($0)", "text \($0 % 2)") }
      _ = try await Self.save(saves, by: ann)
      var text = RecordListElement()
      text.text = "text 0"
      var query = QueryRecords(
        scope: .private, type: "Note",
        conditions: [RecordCondition(field: "text", .equal, [text])],
        sort: [RecordSort(metadata: .name, isDescending: true)], fields: [], limit: 2)
      func refused(_ query: QueryRecords) async throws -> ProblemCode? {
        try await refusal { _ = try await ann.queryRecords(query, in: Self.container) }
      }
      let first = try await ann.queryRecords(query, in: Self.container)
      #expect(first.records.map(\.record.name) == ["n4", "n2"])
      #expect(first.records.allSatisfy { $0.zone == "Notes" && $0.record.fields.isEmpty })
      query.cursor = first.cursor
      query.limit = 1
      let second = try await ann.queryRecords(query, in: Self.container)
      #expect(second.records.map(\.record.name) == ["n0"] && second.cursor == nil)
      query.sort = []
      #expect(
        try await refused(query) == .tokenExpired)
      query.cursor = Base64URLBytes([1, 2])
      #expect(
        try await refused(query) == .tokenExpired)
      query.cursor = nil
      query.conditions[0].metadata = .name
      #expect(
        try await refused(query) == .malformed)
      query.conditions = []
      query.scope = .shared
      #expect(
        try await refused(query) == .invalidArguments)
    }
  }
}
