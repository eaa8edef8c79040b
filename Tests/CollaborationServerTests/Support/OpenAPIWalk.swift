import CollaborationDomain
import GroveClient
import GroveIdentity
import GroveTesting
import GroveWire
import Testing

/// Some people who do one thing after the other to some documents, by chance but the same in each run.
/// Every body of every answer is held against the served document, refusals included.
struct OpenAPIWalk {
  private let server: CollaborationTestServer
  private let schemas: OpenAPISchemas
  private var chance: SeededGenerator
  private var documents: [String] = []
  private var collaborations: [CollaborationID] = []
  private(set) var statuses: [Int: Int] = [:]
  private(set) var routes: Set<String> = []

  private static let people = ["ann", "bob", "eve"]

  init(_ server: CollaborationTestServer, seed: UInt64) async throws {
    self.server = server
    chance = SeededGenerator(seed: seed)
    let served = try await server.send("GET", "/openapi.yaml").body
    schemas = try OpenAPISchemas(String(decoding: served, as: UTF8.self))
  }

  mutating func step() async throws {
    let person = Self.people.randomElement(using: &chance) ?? "ann"
    if documents.count < 4 || Int.random(in: 0..<12, using: &chance) == 0 {
      return try await create(by: person)
    }
    let document = documents.randomElement(using: &chance) ?? ""
    let id = collaborations.randomElement(using: &chance)
    switch Int.random(in: 0..<3, using: &chance) {
    case 0: try await useDocument(document, by: person)
    case 1: try await read(document, id, by: person)
    default:
      if let id { try await share(id, by: person) } else { try await prepare(document, by: person) }
    }
  }

  private mutating func create(by person: String) async throws {
    let made: Document? = try await call(
      CollaborationRoutes.createDocument.description, [], by: person,
      CreateDocument(requestID: RequestID.random(using: &chance), title: words(1)))
    if let made { documents.append(made.documentID) }
    if let made { try await prepare(made.documentID, by: person) }
  }

  private mutating func prepare(_ document: String, by person: String) async throws {
    let prepared: CollaborationPrepared? = try await call(
      CollaborationRoutes.prepareCollaboration.description, [document], by: person,
      PrepareCollaboration(requestID: RequestID.random(using: &chance), options: options))
    if let id = prepared?.collaborationID, !collaborations.contains(id) {
      collaborations.append(id)
    }
  }

  private mutating func useDocument(_ document: String, by person: String) async throws {
    let data = Base64URLBytes(Array(words(0).utf8))
    switch Int.random(in: 0..<7, using: &chance) {
    case 0...2:
      let update = AppendUpdate(
        updateID: RequestID.random(using: &chance),
        kind: Bool.random(using: &chance) ? .edit : .comment,
        data: data)
      try await ask(CollaborationRoutes.appendUpdate.description, [document], by: person, update)
    case 3:
      let change = ChangeDocument(
        title: Bool.random(using: &chance) ? words(1) : nil,
        location: Bool.random(using: &chance) ? "/" + words(0) : nil)
      try await ask(CollaborationRoutes.changeDocument.description, [document], by: person, change)
    case 4:
      let snapshot = PutSnapshot(
        sequence: DecimalUInt64(UInt64.random(in: 0...3, using: &chance)), data: data)
      try await ask(CollaborationRoutes.putSnapshot.description, [document], by: person, snapshot)
    case 5:
      let here = PutPresence(clientID: RequestID.random(using: &chance), state: data)
      try await ask(CollaborationRoutes.putPresence.description, [document], by: person, here)
    default:
      guard Int.random(in: 0..<5, using: &chance) == 0 else { return }
      try await ask(CollaborationRoutes.deleteDocument.description, [document], by: person)
    }
  }

  private mutating func read(_ document: String, _ id: CollaborationID?, by person: String)
    async throws
  {
    typealias Routes = CollaborationRoutes
    let all: [(RouteDescription, [String])] = [
      (Routes.me.description, []), (Routes.listDocuments.description, []),
      (Routes.document.description, [document]), (Routes.documentEvents.description, [document]),
      (Routes.snapshot.description, [document]), (Routes.presence.description, [document]),
      (Routes.collaboration.description, [id?.text ?? "none"]),
      (Routes.participants.description, [id?.text ?? "none"]),
      (Routes.knocks.description, [id?.text ?? "none"]),
      (Routes.collaborationKeys.description, []),
    ]
    guard let (route, names) = all.randomElement(using: &chance) else { return }
    try await ask(route, names, by: person)
  }

  private mutating func share(_ id: CollaborationID, by person: String) async throws {
    typealias Routes = CollaborationRoutes
    let place = [id.text]
    switch Int.random(in: 0..<9, using: &chance) {
    case 0...1: try await join(id, by: person)
    case 2...3:
      let note = Bool.random(using: &chance) ? words(0) : nil
      try await ask(Routes.knock.description, place, by: person, Knock(note: note))
    case 4: try await answerKnock(at: id, by: person)
    case 5:
      try await ask(
        Routes.changeShareOptions.description, place, by: person,
        ChangeShareOptions(options: options))
    case 6:
      let attest = AttestNotice(
        noticeID: NoticeID.random(using: &chance), event: Int.random(in: 0...5, using: &chance),
        trigger: Int.random(in: 0...4, using: &chance), at: DecimalUInt64(server.clock.now))
      try await ask(Routes.attestNotice.description, place, by: person, attest)
    case 7: try await ask(Routes.leave.description, place, by: person)
    default:
      guard Int.random(in: 0..<5, using: &chance) == 0 else { return }
      try await ask(Routes.endCollaboration.description, place, by: person)
    }
  }

  /// An identity is added by whoever may, and somebody proves it.
  private mutating func join(_ id: CollaborationID, by person: String) async throws {
    let identity = try Person(devices: 1).identity(in: id)
    for owner in Self.people {
      let update = UpdateIdentities(
        requestID: RequestID.random(using: &chance), add: [.init(root: identity.root, depth: 5)])
      try await ask(CollaborationRoutes.updateIdentities.description, [id.text], by: owner, update)
    }
    let challenge: ChallengeIssued? = try await call(
      CollaborationRoutes.challenge.description, [id.text], by: person, String?.none)
    guard let challenge else { return }
    try await note(
      CollaborationRoutes.prove.description, [id.text], by: person,
      try identity.proof(challenge).json())
  }

  private mutating func answerKnock(at id: CollaborationID, by person: String) async throws {
    let list: KnockList? = try await call(
      CollaborationRoutes.knocks.description, [id.text], by: person, String?.none)
    let knock = list?.knocks.first?.knockID ?? "none"
    try await ask(
      CollaborationRoutes.answerKnock.description, [id.text, knock], by: person,
      AnswerKnock(accept: Bool.random(using: &chance)))
  }

  private mutating func ask(
    _ route: RouteDescription, _ names: [String], by person: String,
    _ body: (any Encodable & Sendable)? = nil
  ) async throws {
    try await note(route, names, by: person, try body.map { try StrictJSON.encode($0) })
  }

  private mutating func call<Value: Decodable>(
    _ route: RouteDescription, _ names: [String], by person: String,
    _ body: (some Encodable & Sendable)?
  ) async throws -> Value? {
    let answer = try await note(
      route, names, by: person, try body.map { try StrictJSON.encode($0) })
    return answer.status < 300 ? try StrictJSON.decode(Value.self, from: answer.body) : nil
  }

  /// Sends, and holds both bodies against the document.
  @discardableResult
  private mutating func note(
    _ route: RouteDescription, _ names: [String], by person: String, _ body: [UInt8]?
  ) async throws -> ClientResponse {
    let path = names.reduce(route.path) { path, name in
      guard let open = path.firstIndex(of: "{"), let close = path.firstIndex(of: "}") else {
        return path
      }
      return path[..<open] + PercentEncoding.encode(name) + path[path.index(after: close)...]
    }
    if let body, let schema = schemas.bodySchema(of: route.name, isRequest: true) {
      #expect(schemas.violations(in: body, of: schema, at: "\(route.name) asked") == [])
    }
    let answer = try await server.send(
      route.method.rawValue, path, headers: server.backendHeaders(person), body: body)
    statuses[answer.status, default: 0] += 1
    routes.insert(route.name)
    let schema =
      answer.status < 300
      ? schemas.bodySchema(of: route.name, isRequest: false)
      : .map(["$ref": .scalar("#/components/schemas/Problem", isQuoted: true)])
    if answer.status >= 400 {
      let code = try StrictJSON.decode(Problem.self, from: answer.body).code.rawValue
      let told = schemas.problemCodes(of: route.name, status: answer.status)
      #expect(told.contains(code), "\(route.name): \(answer.status) \(code)")
    }
    if let schema {
      #expect(schemas.violations(in: answer.body, of: schema, at: route.name) == [])
    } else {
      #expect(answer.body.isEmpty, "\(route.name)")
    }
    return answer
  }

  private mutating func words(_ least: Int) -> String {
    let parts = ["a", "Ä", "日本", "👩‍👩‍👧", " ", "e\u{301}", "/", "\"", "\\", "<b>"]
    let count = Int.random(in: least...12, using: &chance)
    return (0..<count).map { _ in parts.randomElement(using: &chance) ?? "a" }.joined()
  }

  private var options: ShareOptions {
    mutating get {
      var options = ShareOptions(
        access: Bool.random(using: &chance) ? .readWrite : .readOnly,
        allowsComments: Bool.random(using: &chance), allowsMentions: Bool.random(using: &chance))
      if Bool.random(using: &chance) { options.appSelection = words(0) }
      return options
    }
  }
}
