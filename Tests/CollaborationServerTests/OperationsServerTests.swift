import CollaborationDomain
import CollaborationServer
import Foundation
import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import RecordDomain
import Synchronization
import Testing

/// Well-known files, operations, and what holds the parts together.
@Suite(.timeLimit(.minutes(3)))
struct OperationsServerTests {
  @Test func `the well-known files are there for anybody`() async throws {
    try await CollaborationTestServer.run(
      configure: { $0.appleAppIDs = ["TEAM.example.docs"] }
    ) { server in
      let file = try await server.send("GET", "/.well-known/apple-app-site-association")
      #expect(file.status == 200)
      #expect(file.headers.value("content-type") == "application/json")
      #expect(
        String(decoding: file.body, as: UTF8.self)
          == #"{"applinks":{"details":[{"appIDs":["TEAM.example.docs"],"components":[{"/":"/d/*"}]}]}}"#
      )
      let keys = try await server.nobody.keys()
      #expect(keys.map(\.keyID) == ["notice-1"])
      #expect(keys.first?.publicKey == server.configuration.keys.noticeKey.publicKey)
    }
  }

  @Test func `health and readiness answer, metrics do not in public, and they name no document`()
    async throws
  {
    try await CollaborationTestServer.run { server in
      let document = try await SharedDocument(server)
      for path in ["/healthz", "/readyz"] {
        #expect(try await server.send("GET", path).status == 200)
      }
      #expect(try await server.send("GET", "/metrics").status == 404)
      let text = server.metrics.text
      #expect(text.contains("createDocument"))
      #expect(!text.contains(document.documentID) && !text.contains(document.id.text))
    }
  }

  @Test func `every refusal of the rules and the verifier is a known code`() {
    let known = Set(ProblemCode.known.map(\.rawValue))
    for refusal in CollaborationRefusal.allCases { #expect(known.contains(refusal.rawValue)) }
    for refusal in ProofRefusal.allCases { #expect(known.contains(refusal.rawValue)) }
    let statuses: [ProofRefusal: Int] = [
      .malformed: 400, .challengeInvalid: 400, .challengeExpired: 410, .keyInvalid: 400,
      .proofMalformed: 400, .signatureMalformed: 400, .notVerified: 403, .challengeStale: 409,
      .challengeUsed: 409, .alreadyBound: 409,
    ]
    for refusal in ProofRefusal.allCases {
      #expect(ProblemCode(rawValue: refusal.rawValue).status == statuses[refusal])
    }
  }

  @Test func `the key file is made once, for its owner only, and read back`() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("grove-\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let made = try CollaborationKeyFile.open(path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    let read = try CollaborationKeyFile.open(path)
    #expect(read.noticeKey.publicKey == made.noticeKey.publicKey)
    let binding = ChallengeBinding(
      audience: try Origin("https://docs.example"), collaborationID: try CollaborationID("c"),
      account: try AccountLabel("a"), session: [1])
    let challenge = try made.challengeKeys.issue(at: 1, epoch: 1, nonce: .zero, binding: binding)
    #expect(read.challengeKeys.recognize(challenge.bytes, binding: binding) == challenge)
    // Files of earlier versions hold one more key, which nothing needs any more.
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let zero = Base64URL.encode([UInt8](repeating: 0, count: 32))
    try Data(text.replacing("{", with: #"{"unknownEpochKey":"\#(zero)","#, maxReplacements: 1).utf8)
      .write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(try CollaborationKeyFile.open(path).noticeKey.publicKey == made.noticeKey.publicKey)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    #expect(throws: CollaborationKeyFile.Failure.exposed) { try CollaborationKeyFile.open(path) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: CollaborationKeyFile.Failure.malformed) { try CollaborationKeyFile.open(path) }
  }

  @Test func `a proof made before a restart is good after it, and a session too`() async throws {
    let store = CountingStore(RecordMemoryStore())
    let clock = TestClock()
    let account = try CollaborationTestServer.account("bob")
    let kept = Kept<(proof: [UInt8], id: CollaborationID, token: String)>()
    try await CollaborationTestServer.run(clock: clock, sharing: store) { server in
      let document = try await SharedDocument(server)
      let identity = try await document.invite()
      let session = try await server.nobody.createAccount(
        CreateAppAccount(account: account, displayName: "Bob", password: "long enough"))
      let bob = try server.client(token: session.token)
      let proof = try identity.proof(try await bob.challenge(for: document.id)).json()
      kept.set((proof, document.id, session.token))
    }
    let (proof, id, token) = try #require(kept.get())
    try await CollaborationTestServer.run(clock: clock, sharing: store) { server in
      let granted = try await server.client(token: token).prove(proof, for: id)
      #expect(granted.result == .granted)
    }
  }
}

/// What one run of a server leaves for the next.
private final class Kept<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  func set(_ new: Value) { value.withLock { $0 = new } }
  func get() -> Value? { value.withLock { $0 } }
}
