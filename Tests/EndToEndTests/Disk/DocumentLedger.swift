import GroveClient
import GroveIdentity
import GroveWire

/// One document of one account, and what its server was asked to append to it.
struct DocumentLedger: Sendable {
  let client: CollaborationClient
  let plain: PlainCaller
  let documentID: String

  init(at origin: Origin, account: String = "owner@example.org") async throws {
    let session = try await CollaborationClient(origin: origin, transport: HTTPClientTransport())
      .createAccount(
        CreateAppAccount(
          account: AccountLabel(account), displayName: account,
          password: "a long password"))
    let credentials = FixedCredentials.bearer(session.token)
    client = CollaborationClient(
      origin: origin, credentials: credentials, transport: HTTPClientTransport())
    plain = PlainCaller(origin: origin, credentials: credentials)
    documentID = try await client.createDocument(
      CreateDocument(requestID: .random(), title: "Kept")
    ).documentID
  }

  static func update(bytes count: Int = 3) -> AppendUpdate {
    AppendUpdate(
      updateID: .random(), kind: .edit, data: Base64URLBytes([UInt8](repeating: 7, count: count)))
  }

  func append(_ update: AppendUpdate) async throws -> PlainCaller.Answer {
    try await plain.call(CollaborationRoutes.appendUpdate, update, path: [documentID])
  }

  /// How often each update is in the log.
  func stored() async throws -> [RequestID: Int] {
    var (found, after) = ([RequestID: Int](), UInt64(0))
    while true {
      let page = try await client.events(of: documentID, after: after, limit: 20)
      for event in page.events {
        if let id = event.updateID { found[id, default: 0] += 1 }
      }
      guard page.more, let last = page.events.last else { return found }
      after = last.sequence.value
    }
  }
}
