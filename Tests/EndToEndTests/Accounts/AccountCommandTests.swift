import Foundation
import GroveClient
import GroveIdentity
import GroveWire
import Synchronization
import Testing

/// `grove account` beside a server that runs, and without one.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct AccountCommandTests {
  private static let password = "a long password"

  /// What a command printed; it must have succeeded.
  private static func grove(_ arguments: String..., on servers: GroveServers) throws -> String {
    let end = try FinishedProcess(
      [try GroveServers.executable(), "account"] + arguments + ["--data", servers.data])
    #expect(end.status == 0, "\(arguments): \(end.text)")
    return end.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func json<Value: Decodable>(_ text: String, as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  private struct Listed: Decodable {
    struct Session: Decodable { var device: String }
    var account: String
    var state: String
    var reason: String?
    var sessions: [Session]
    var ownedDocuments: Int
  }

  private static func signIn(_ account: String, _ password: String, at origin: Origin) async throws
    -> CollaborationClient
  {
    let transport = HTTPClientTransport()
    let session = try await CollaborationClient(origin: origin, transport: transport)
      .createSession(CreateSession(account: AccountLabel(account), password: password))
    return CollaborationClient(
      origin: origin, credentials: FixedCredentials.bearer(session.token), transport: transport)
  }

  @Test
  func
    `a disabled account's stream ends at once, nobody signs in to it, and enabling gives all back`()
    async throws
  {
    let servers = try GroveServers()
    let origin = try await servers.start(.collaboration)
    #expect(try Self.grove("list", on: servers) == "There are no accounts.")
    let ann = try await DocumentLedger(at: origin, account: "ann@example.org")
    _ = try await AppAccounts.signUp("ben@example.org", at: origin)
    var stream = ann.client.documentStream(ann.documentID).makeAsyncIterator()
    guard case .opened = try await stream.next() else {
      Issue.record("the stream did not open")
      return
    }
    let begin = ContinuousClock.now
    let said = try Self.grove(
      "disable", "ann@example.org", "--reason", "a test", on: servers)
    let told = ContinuousClock.now
    #expect(said.contains("1 session ended") && said.contains("server has been told"))
    var last: StreamEnded.Reason?
    while let item = try await stream.next() {
      if case .event(.ended(let end)) = item { last = end.reason }
    }
    let end = ContinuousClock.now
    #expect(last == .signedOut)
    print("disable: \(told - begin) for the command, stream over after \(end - begin)")
    // The server looks by itself at leases and keys, but at a stream only when it is woken.
    #expect(end - told < .seconds(5))
    #expect(try await ann.append(DocumentLedger.update()) == .refused(.unauthenticated))
    let refused = await refusalCode {
      try await Self.signIn("ann@example.org", Self.password, at: origin)
    }
    #expect(refused == .accountDisabled)
    #expect(
      await refusalCode { try await Self.signIn("ann@example.org", "a wrong one", at: origin) }
        == .credentialsInvalid)
    let list = try Self.json(Self.grove("list", "--json", on: servers), as: [Listed].self)
    #expect(list.map(\.account) == ["ann@example.org", "ben@example.org"])
    #expect(list.map(\.state) == ["disabled", "active"])
    #expect(list.map(\.reason) == ["a test", nil] && list.map(\.sessions.count) == [0, 1])
    #expect(try Self.grove("list", on: servers).contains("ann@example.org  "))
    #expect(try Self.grove("show", "ann@example.org", on: servers).contains(": a test"))
    _ = try Self.grove("enable", "ann@example.org", on: servers)
    let again = try await Self.signIn("ann@example.org", Self.password, at: origin)
    #expect(try await again.document(ann.documentID).title == "Kept")
    await servers.end()
  }

  @Test
  func `an account is disabled while people keep signing in, and nobody is left signed in`()
    async throws
  {
    let servers = try GroveServers()
    let origin = try await servers.start(.collaboration)
    _ = try await AppAccounts.signUp("ann@example.org", at: origin)
    let people = SignedIn()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          while !people.isOver {
            let code = await refusalCode {
              let client = try await Self.signIn("ann@example.org", Self.password, at: origin)
              people.note(client)
            }
            #expect([nil, .accountDisabled, .rateLimited].contains(code))
            if code != nil { return }
          }
        }
      }
      group.addTask {
        defer { people.end() }
        for _ in 0..<600 where people.clients.count < 3 {
          try await Task.sleep(for: .milliseconds(50))
        }
        _ = try Self.grove("disable", "ann@example.org", on: servers)
      }
      try await group.waitForAll()
    }
    let clients = people.clients
    #expect(clients.count >= 3)
    for client in clients {
      #expect(await refusalCode { try await client.me() } == .unauthenticated)
    }
    #expect(
      try Self.json(Self.grove("show", "ann@example.org", "--json", on: servers), as: Listed.self)
        .sessions.isEmpty)
    await servers.end()
  }

  @Test func `a reset link works once, and only its hash is stored`() async throws {
    let servers = try GroveServers()
    let origin = try await servers.start(.collaboration)
    let old = try await AppAccounts.signUp("ann@example.org", at: origin)
    let link = try Self.grove(
      "reset-password", "ann@example.org", "--app-origin", origin.text, "--expires-in", "1",
      on: servers)
    let line = try #require(link.split(separator: "\n").first { $0.hasPrefix("http") })
    let parts = line.split(separator: "#reset=")
    #expect(parts.first.map(String.init) == origin.text + "/")
    let token = String(try #require(parts.last))
    #expect(try !contains(Array(token.utf8), in: servers.stored(.collaboration)))
    #expect(try !contains(Base64URL.decode(token), in: servers.stored(.collaboration)))
    let nobody = CollaborationClient(origin: origin, transport: HTTPClientTransport())
    let codes = await withTaskGroup(of: ProblemCode?.self) { group in
      for number in 0..<2 {
        group.addTask {
          await refusalCode {
            try await nobody.resetPassword(
              ResetPassword(token: token, newPassword: "new password \(number)"))
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .resetInvalid } == 1)
    #expect(await refusalCode { try await old.me() } == .unauthenticated)
    #expect(
      await refusalCode { try await Self.signIn("ann@example.org", Self.password, at: origin) }
        == .credentialsInvalid)
    await servers.end()
  }

  private func contains(_ part: [UInt8], in whole: [UInt8]) -> Bool {
    whole.firstRange(of: part) != nil
  }

  private struct Exported: Decodable {
    struct Document: Decodable {
      var documentID: String
      var title: String
      var lastSequence: String
    }
    struct Knock: Decodable {
      var collaborationID: String
      var note: String?
    }
    var documents: [Document]
    var knocks: [Knock]
    var providerLinks: [[String: String]]
  }

  @Test
  func
    `a deleted account is exported first, its documents end for everybody, and its name is kept`()
    async throws
  {
    let servers = try GroveServers()
    let origin = try await servers.start(.collaboration)
    let ann = try await DocumentLedger(at: origin, account: "ann@example.org")
    for _ in 0..<3 { #expect(try await ann.append(DocumentLedger.update(bytes: 40)) == .done) }
    try await ann.client.putSnapshot(
      PutSnapshot(sequence: DecimalUInt64(2), data: Base64URLBytes([9, 8, 7])), of: ann.documentID)
    var stream = ann.client.documentStream(ann.documentID).makeAsyncIterator()
    _ = try await stream.next()
    let ben = try await AppAccounts.signUp("ben@example.org", at: origin)
    let asked = try await AppAccounts.share("Ben's", with: ben)
    _ = try await ann.client.knock(Knock(note: "It is Ann"), at: asked)
    for _ in 0..<600 where try await ben.knocks(at: asked).knocks.isEmpty {
      try await Task.sleep(for: .milliseconds(50))
    }
    let folder = servers.folder + "/export"
    let nobody = try FinishedProcess([
      try GroveServers.executable(), "account", "delete", "ann@example.org", "--export-to", folder,
      "--data", servers.data,
    ])
    #expect(nobody.status == 1 && nobody.text.contains("--yes"), "\(nobody.text)")
    #expect(try await ann.append(DocumentLedger.update()) == .done, "nothing has changed")
    let said = try Self.grove(
      "delete", "ann@example.org", "--export-to", folder, "--yes", on: servers)
    #expect(said.contains("with 1 documents"))
    while try await stream.next() != nil {}
    let file = try #require(FileManager.default.contents(atPath: folder + "/account.json"))
    let exported = try JSONDecoder().decode(Exported.self, from: file)
    #expect(exported.documents.map(\.title) == ["Kept"])
    #expect(exported.documents.first?.lastSequence == "4")
    #expect(exported.knocks.map(\.collaborationID) == [asked.text])
    #expect(exported.knocks.first?.note == "It is Ann" && exported.providerLinks.isEmpty)
    let path = folder + "/documents/" + ann.documentID
    let log = String(
      decoding: try #require(FileManager.default.contents(atPath: path + ".log.jsonl")),
      as: UTF8.self)
    let events = try log.split(separator: "\n").map {
      try StrictJSON.decode(DocumentEvent.self, from: Array($0.utf8))
    }
    #expect(events.map(\.sequence.value) == [1, 2, 3, 4])
    #expect(events.first?.data?.bytes == [UInt8](repeating: 7, count: 40))
    #expect(FileManager.default.contents(atPath: path + ".snapshot") == Data([9, 8, 7]))
    #expect(
      await refusalCode { try await Self.signIn("ann@example.org", Self.password, at: origin) }
        == .credentialsInvalid)
    #expect(
      await refusalCode { try await AppAccounts.signUp("ann@example.org", at: origin) }
        == .accountTaken)
    #expect(try !Self.grove("list", on: servers).contains("ann@example.org"))
    #expect(try await ben.knocks(at: asked).knocks.isEmpty)
    #expect(try Self.grove("list", "--all", on: servers).contains("deleted"))
    let again = try FinishedProcess([
      try GroveServers.executable(), "account", "enable", "ann@example.org", "--data", servers.data,
    ])
    #expect(again.status == 1 && again.text.contains("was deleted"), "\(again.text)")
    await servers.end()
  }

  @Test func `without a server the commands do the same, and a server that starts finds it done`()
    async throws
  {
    let servers = try GroveServers()
    let origin = try await servers.start(.collaboration)
    let ann = try await DocumentLedger(at: origin, account: "ann@example.org")
    await servers.kill(.collaboration)
    let said = try Self.grove("disable", "ann@example.org", on: servers)
    #expect(!said.contains("told"))
    try await servers.start(.collaboration)
    #expect(try await ann.append(DocumentLedger.update()) == .refused(.unauthenticated))
    let missing = try FinishedProcess([
      try GroveServers.executable(), "account", "show", "zoe@example.org", "--data", servers.data,
    ])
    #expect(missing.status == 1 && missing.text.contains("no account"), "\(missing.text)")
    await servers.end()
  }
}

/// Who has got in while the account was being disabled.
private final class SignedIn: Sendable {
  private let state = Mutex((clients: [CollaborationClient](), isOver: false))

  var clients: [CollaborationClient] { state.withLock(\.clients) }
  var isOver: Bool { state.withLock(\.isOver) }

  func note(_ client: CollaborationClient) { state.withLock { $0.clients.append(client) } }
  func end() { state.withLock { $0.isOver = true } }
}
