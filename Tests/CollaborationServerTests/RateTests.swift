import CollaborationServer
import GroveClient
import GroveServing
import Testing

/// Every rate of docs/LIMITS.md is one that somebody meets.
@Suite(.timeLimit(.minutes(5)))
struct RateTests {
  /// One request that counts for a rate.
  struct Counted: Sendable, CustomTestStringConvertible {
    /// Its name in `CollaborationRates`.
    let rate: String
    let set: @Sendable (inout CollaborationRates, RateLimit) -> Void
    let method: String
    let path: String
    var testDescription: String { "\(method) \(path)" }

    init(
      _ rate: String, _ method: String, _ path: String,
      _ set: @escaping @Sendable (inout CollaborationRates, RateLimit) -> Void
    ) {
      (self.rate, self.set) = (rate, set)
      (self.method, self.path) = (method, "/collab/v1" + path)
    }
  }

  private static let document = "/documents/AAAAAAAAAAAAAAAAAAAAAA"
  private static let counted = [
    Counted("register", "POST", "/accounts") { $0.register = $1 },
    Counted("resets", "POST", "/password-resets") { $0.resets = $1 },
    Counted("resets", "POST", "/me/password") { $0.resets = $1 },
    Counted("signInCodes", "POST", "/sign-in-codes") { $0.signInCodes = $1 },
    Counted("signInCodes", "POST", "/sign-in-codes/use") { $0.signInCodes = $1 },
    Counted("providerSignIns", "POST", "/provider/sign-ins") { $0.providerSignIns = $1 },
    Counted("entryChallenges", "POST", "/collaborations/c/entry-challenge") {
      $0.entryChallenges = $1
    },
    Counted("entries", "POST", "/collaborations/c/entry") { $0.entries = $1 },
    Counted("challenges", "POST", "/collaborations/c/challenge") { $0.challenges = $1 },
    Counted("proofs", "POST", "/collaborations/c/proof") { $0.proofs = $1 },
    Counted("proofs", "POST", "/collaborations/c/link-entry") { $0.proofs = $1 },
    Counted("knocks", "POST", "/collaborations/c/knocks") { $0.knocks = $1 },
    Counted("documents", "POST", "/documents") { $0.documents = $1 },
    Counted("updates", "POST", "\(document)/updates") { $0.updates = $1 },
    Counted("records", "POST", "/containers/c/records/changes") { $0.records = $1 },
    Counted("drives", "POST", "/me/app-passwords") { $0.drives = $1 },
    Counted("snapshots", "PUT", "\(document)/snapshot") { $0.snapshots = $1 },
    Counted("presence", "PUT", "\(document)/presence") { $0.presence = $1 },
    Counted("sharing", "POST", "\(document)/collaboration") { $0.sharing = $1 },
    Counted("noticeAddresses", "PUT", "/collaborations/c/notice-address") {
      $0.noticeAddresses = $1
    },
    Counted("attestations", "POST", "/collaborations/c/attestations") { $0.attestations = $1 },
  ]

  @Test(arguments: counted)
  func `whoever asks more often than a rate allows is told to wait, whatever is asked`(
    _ counted: Counted
  ) async throws {
    let provider = try TestProvider(clock: TestClock()).settings()
    try await CollaborationTestServer.run(configure: {
      counted.set(&$0.rates, RateLimit(burst: 2, perSecond: 0.001))
      $0.provider = provider
    }) { server in
      var answers: [ClientResponse] = []
      for _ in 0..<3 {
        answers.append(
          try await server.send(
            counted.method, counted.path, headers: try server.backendHeaders("ann"),
            body: Array("{}".utf8)))
      }
      #expect(answers.map { $0.status == 429 } == [false, false, true])
      #expect(answers.last?.headers.contains { $0.name.lowercased() == "retry-after" } == true)
    }
  }

  @Test func `no rate is left out above`() {
    let rates = Set(Self.counted.map(\.rate))
    #expect(rates == Set(Mirror(reflecting: CollaborationRates()).children.compactMap(\.label)))
  }
}
