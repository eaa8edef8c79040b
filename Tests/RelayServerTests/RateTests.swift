import GroveClient
import GroveServing
import GroveTesting
import RelayServer
import Testing

/// Every rate of docs/LIMITS.md is one that somebody meets.
@Suite(.timeLimit(.minutes(5)))
struct RateTests {
  /// One request that counts for a rate.
  struct Counted: Sendable, CustomTestStringConvertible {
    /// Its name in `RelayRates`.
    let rate: String
    let set: @Sendable (inout RelayRates, RateLimit) -> Void
    let method: String
    let path: String
    var testDescription: String { "\(method) \(path)" }

    init(
      _ rate: String, _ method: String, _ path: String,
      _ set: @escaping @Sendable (inout RelayRates, RateLimit) -> Void
    ) {
      (self.rate, self.set) = (rate, set)
      (self.method, self.path) = (method, "/relay/v1" + path)
    }
  }

  private static let account = String(repeating: "A", count: 43)
  private static let counted = [
    Counted("signUp", "POST", "/accounts") { $0.signUp = $1 },
    Counted("signIn", "POST", "/sign-in") { $0.signIn = $1 },
    Counted("recovery", "POST", "/accounts/\(account)/recovery") { $0.recovery = $1 },
    Counted("rendezvous", "POST", "/rendezvous/AAAAAAAAAAAAAAAAAAAAAA") { $0.rendezvous = $1 },
    Counted("lookUps", "GET", "/devices") { $0.lookUps = $1 },
    Counted("statements", "POST", "/statements") { $0.statements = $1 },
    Counted("kemKeys", "POST", "/kem-keys") { $0.kemKeys = $1 },
    Counted("conversations", "POST", "/conversations") { $0.conversations = $1 },
    Counted("uploads", "POST", "/envelopes") { $0.uploads = $1 },
    Counted("attachments", "POST", "/attachments") { $0.attachments = $1 },
    Counted("noticeAddresses", "POST", "/notice-addresses") { $0.noticeAddresses = $1 },
    Counted("webPush", "GET", "/web-push") { $0.webPush = $1 },
    Counted("pushes", "POST", "/push/\(account)") { $0.pushes = $1 },
  ]

  @Test(arguments: counted)
  func `whoever asks more often than a rate allows is told to wait, whatever is asked`(
    _ counted: Counted
  ) async throws {
    try await RelayTestServer.run(configure: {
      counted.set(&$0.rates, RateLimit(burst: 3, perSecond: 0.001))
    }) { server in
      let person = try RelayPerson("ann", issuedAt: server.clock.now)
      _ = try await server.signUp(person)
      let token = try await server.token(person)
      var answers: [ClientResponse] = []
      for _ in 0..<4 {
        answers.append(
          try await server.send(
            counted.method, counted.path, token: token,
            body: counted.method == "GET" ? nil : Array("{}".utf8)))
      }
      // Signing up and in has counted already.
      #expect(answers.first?.status != 429 && answers.last?.status == 429)
      #expect(answers.last?.headers.contains { $0.name.lowercased() == "retry-after" } == true)
    }
  }

  /// One notice address has its own, which `PushServerTests` reaches.
  @Test func `no rate is left out above`() {
    let rates = Set(Self.counted.map(\.rate) + ["pushesToOneAddress"])
    #expect(rates == Set(Mirror(reflecting: RelayRates()).children.compactMap(\.label)))
  }
}
