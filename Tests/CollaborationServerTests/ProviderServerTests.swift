import CollaborationDomain
import GroveClient
import GroveIdentity
import GroveServing
import GroveTesting
import GroveWire
import JWTKit
import Testing

@testable import CollaborationServer

/// Sign-in through an OpenID Provider, where TLS is in front: `Tests/OpenID` has the whole way with real providers.
@Suite(.timeLimit(.minutes(3)))
struct ProviderServerTests {
  private static func run(
    _ body: @escaping @Sendable (CollaborationTestServer, TestProvider) async throws -> Void
  ) async throws {
    let clock = TestClock()
    let provider = TestProvider(clock: clock)
    let settings = try provider.settings()
    try await CollaborationTestServer.run(clock: clock, configure: { $0.provider = settings }) {
      try await body($0, provider)
    }
  }

  /// One request of a browser on a page of ours.
  private static func ask(
    _ server: CollaborationTestServer, _ jar: inout CookieJar, _ method: String, _ path: String,
    _ body: String? = nil
  ) async throws -> ClientResponse {
    var headers = [ClientHeader("Origin", CollaborationTestServer.publicOrigin)]
    if !jar.cookies.isEmpty { headers.append(ClientHeader("Cookie", jar.header)) }
    let answer = try await server.send(
      method, path, headers: headers, body: body.map { Array($0.utf8) })
    jar.take(answer.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value))
    return answer
  }

  private static func begin(_ server: CollaborationTestServer, _ jar: inout CookieJar) async throws
    -> String
  {
    let answer = try await ask(
      server, &jar, "POST", "/collab/v1/provider/sign-ins", #"{"returnPath":"/d/x"}"#)
    #expect(answer.status == 201)
    return try StrictJSON.decode(ProviderSignInBegun.self, from: answer.body).address
  }

  @Test func `behind TLS the cookies belong to this very host, and a person gets in by them`()
    async throws
  {
    try await Self.run { server, provider in
      var jar = CookieJar()
      let address = try await Self.begin(server, &jar)
      #expect(jar.cookies.keys.sorted() == ["__Host-grove-sign-in"])
      let back = try provider.approve(address, as: "ada")
      let answer = try await Self.ask(server, &jar, "GET", back)
      #expect(answer.status == 303)
      #expect(answer.headers.value("location") == "/d/x")
      let cookies = answer.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
      #expect(
        cookies.allSatisfy { $0.contains("; HttpOnly; SameSite=Lax;") && $0.hasSuffix("; Secure") })
      #expect(jar.cookies.keys.contains("__Host-grove-session"))
      let me = try await Self.ask(server, &jar, "GET", "/collab/v1/me")
      #expect(try StrictJSON.decode(AppAccount.self, from: me.body).displayName == "The ada")
    }
  }

  @Test func `an attempt ends after ten minutes`() async throws {
    try await Self.run { server, provider in
      var jar = CookieJar()
      let back = try provider.approve(try await Self.begin(server, &jar), as: "ada")
      server.clock.advance(ProviderAttempt.lifetime)
      let answer = try await Self.ask(server, &jar, "GET", back)
      #expect(answer.status == 410)
      #expect(String(decoding: answer.body, as: UTF8.self).contains("sign_in_expired"))
    }
  }

  @Test func `an attempt whose cookie was changed or swapped is nobody's`() async throws {
    try await Self.run { server, provider in
      var (ann, eve) = (CookieJar(), CookieJar())
      let back = try provider.approve(try await Self.begin(server, &ann), as: "ada")
      _ = try await Self.begin(server, &eve)
      let answer = try await Self.ask(server, &eve, "GET", back)
      #expect(answer.status == 400)
      let name = "__Host-grove-sign-in"
      let text = try #require(ann.cookies[name])
      for position in [0, text.count / 2, text.count - 1] {
        var letters = Array(text)
        letters[position] = letters[position] == "A" ? "B" : "A"
        var spoilt = ann
        spoilt.take(["\(name)=\(String(letters))"])
        #expect(try await Self.ask(server, &spoilt, "GET", back).status == 400)
      }
      #expect(
        try await Self.ask(server, &ann, "GET", back).status == 303, "and the true one counts")
    }
  }

  @Test func `without a provider there is nothing of it`() async throws {
    try await CollaborationTestServer.run { server in
      var jar = CookieJar()
      let answer = try await Self.ask(server, &jar, "POST", "/collab/v1/provider/sign-ins", "{}")
      #expect(answer.status == 404)
      let back = try await Self.ask(server, &jar, "GET", "/collab/v1/provider/callback?state=x")
      #expect(back.status == 404)
    }
  }

  @Test func `one address has so many attempts and then waits, as at any other sign-in`()
    async throws
  {
    let provider = try TestProvider(clock: TestClock()).settings()
    try await CollaborationTestServer.run(
      configure: {
        $0.provider = provider
        // However slow the machine is, nothing comes back meanwhile.
        $0.rates.providerSignIns = RateLimit(burst: 3, perSecond: 0.0001)
      },
      { server in
        for expected in [201, 201, 201, 429] {
          var jar = CookieJar()
          let path = "/collab/v1/provider/sign-ins"
          #expect(try await Self.ask(server, &jar, "POST", path, "{}").status == expected)
        }
        for expected in [400, 400, 400, 429] {
          var jar = CookieJar()
          let path = "/collab/v1/provider/callback?state=x"
          let answer = try await Self.ask(server, &jar, "GET", path)
          #expect(answer.status == expected)
          #expect(answer.headers.value("content-type") == "text/html; charset=utf-8")
        }
      })
  }

  @Test func `an unknown key leads to one more fetch in a minute`() async throws {
    let provider = TestProvider(clock: TestClock())
    let clock = TestClock()
    let directory = ProviderDirectory(try provider.settings()) { clock.now }
    #expect(try await directory.key("k1", for: .es256) != nil)
    #expect(try await directory.key("k1", for: .rs256) == nil, "of another kind")
    #expect(provider.keyFetches == 2)
    provider.rollOver(to: "k2")
    #expect(try await directory.key("k2", for: .es256) == nil)
    clock.advance(59_999)
    #expect(try await directory.key("k2", for: .es256) == nil)
    #expect(provider.keyFetches == 2)
    clock.advance(1)
    #expect(try await directory.key("k2", for: .es256) != nil)
    #expect(try await directory.key("k1", for: .es256) == nil)
    #expect(provider.keyFetches == 3)
  }

  @Test func `an issuer is https, or http on this machine, and nothing that could be mistaken`() {
    func isGood(_ issuer: String) -> Bool {
      (try? ProviderSettings(issuer: issuer, clientID: "grove", name: "x") { _ in
        ProviderResponse(status: 404, body: [])
      }) != nil
    }
    for issuer in [
      "https://id.example", "https://id.example/realms/a", "http://127.0.0.1:4593/api",
    ] {
      #expect(isGood(issuer), "\(issuer)")
    }
    for issuer in [
      "", "id.example", "http://id.example", "https://id.example?x", "https://id.example/#a",
      "https://a@id.example", "ftp://id.example",
    ] {
      #expect(!isGood(issuer), "\(issuer)")
    }
  }

  @Test func `a short list of algorithms is believed, whatever a token says`() async throws {
    let provider = TestProvider(clock: TestClock())
    let good = try provider.sign(#"{"iss":"i","sub":"s","aud":"a","exp":1,"iat":1}"#)
    let parts = good.split(separator: ".").map(String.init)
    func fault(_ token: String) async -> IDTokenFault? {
      let directory = try? ProviderDirectory(provider.settings())
      do {
        _ = try await IDTokenReader.read(token, nameClaim: "name") {
          try await directory?.key($0, for: $1)
        }
        return nil
      } catch {
        return error as? IDTokenFault
      }
    }
    #expect(await fault(good) == nil)
    for algorithm in ["none", "None", "HS256", "RS1", "ES512", ""] {
      let head = Base64URL.encode(Array(#"{"alg":"\#(algorithm)","kid":"k1"}"#.utf8))
      #expect(await fault([head, parts[1], parts[2]].joined(separator: ".")) == .algorithm)
    }
    let critical = Base64URL.encode(Array(#"{"alg":"ES256","kid":"k1","crit":["x"]}"#.utf8))
    #expect(await fault([critical, parts[1], parts[2]].joined(separator: ".")) == .form)
    let unknown = Base64URL.encode(Array(#"{"alg":"ES256","kid":"k9"}"#.utf8))
    #expect(await fault([unknown, parts[1], parts[2]].joined(separator: ".")) == .key)
    let other = Base64URL.encode(Array(#"{"iss":"i","sub":"t","aud":"a","exp":1,"iat":1}"#.utf8))
    #expect(await fault([parts[0], other, parts[2]].joined(separator: ".")) == .signature)
    for bad in ["", "a.b", "a.b.c", good + ".x", String(repeating: "a", count: 70_000)] {
      #expect(await fault(bad) == .form)
    }
  }
}
