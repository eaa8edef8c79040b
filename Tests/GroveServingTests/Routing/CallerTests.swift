import GroveIdentity
import GroveServing
import GroveWire
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CallerTests {
  @Test func `a bearer token lets its caller in`() async throws {
    try await serving { server async throws in
      for scheme in ["Bearer", "bearer"] {
        let answer = try await server.ask(
          "GET", "/t/me", headers: ["Authorization: \(scheme) alice-token"])
        #expect(answer.body == #"{"name":"alice","number":1}"#)
      }
    }
  }

  @Test(arguments: [
    [], ["Authorization: Bearer wrong"], ["Authorization: Bearer "], ["Authorization: Basic YTpi"],
    ["Authorization: Bearer alice-token x"], ["Cookie: session=wrong"],
    ["Cookie: other=alice-token"],
    ["Authorization: Bearer alice-token", "Authorization: Bearer alice-token"],
    ["Cookie: session=alice-token; session=alice-token"],
    ["Authorization: Basic YTpi", "Cookie: session=alice-token"],
  ])
  func `without exactly one good credential nobody is let in`(_ headers: [String]) async throws {
    try await serving { server async throws in
      let answer = try await server.ask("GET", "/t/me", headers: headers)
      #expect(answer.status == 401 && answer.code == .unauthenticated)
      #expect(answer.headers["www-authenticate"] == "Bearer")
    }
  }

  @Test(arguments: [
    [], ["Origin: https://evil.example"], ["Origin: null"], ["Sec-Fetch-Site: cross-site"],
    ["Sec-Fetch-Site: same-site"], ["Sec-Fetch-Site: none"],
    ["Sec-Fetch-Site: cross-site", "Origin: https://docs.example"],
  ])
  func `another page cannot change anything with our cookie`(_ headers: [String]) async throws {
    try await serving { server async throws in
      let cookie = ["Cookie: a=b; session=alice-token"]
      let answer = try await server.ask("DELETE", "/t/me", headers: cookie + headers)
      #expect(answer.status == 403 && answer.code == .forbidden)
    }
  }

  @Test(arguments: [["Origin: https://docs.example"], ["Sec-Fetch-Site: same-origin"]])
  func `our own page may`(_ headers: [String]) async throws {
    try await serving { server async throws in
      let cookie = ["Cookie: a=b; session=alice-token"]
      #expect(try await server.ask("DELETE", "/t/me", headers: cookie + headers).status == 204)
    }
  }

  @Test func `reading with a cookie and changing with a token need no origin`() async throws {
    try await serving { server async throws in
      let cookie = ["Cookie: session=alice-token"]
      #expect(try await server.ask("GET", "/t/me", headers: cookie).status == 200)
      let bearer = ["Authorization: Bearer alice-token", "Origin: https://evil.example"]
      #expect(try await server.ask("DELETE", "/t/me", headers: bearer).status == 204)
    }
  }

  @Test func `a credential prints as nothing`() {
    let credential = Credential(kind: .bearer, token: "alice-token")
    var dumped = ""
    dump(credential, to: &dumped)
    for text in ["\(credential)", String(reflecting: credential), dumped] {
      #expect(!text.contains("alice-token"))
    }
  }

  @Test func `comparison in constant time tells equal from different`() {
    #expect(ConstantTime.equal("abc", "abc") && ConstantTime.equal("", ""))
    #expect(!ConstantTime.equal("abc", "abd") && !ConstantTime.equal("abc", "ab"))
    #expect(!ConstantTime.equal([0, 1], [128, 1]))
  }

  private func serving(_ body: (TestServer) async throws -> Void) async throws {
    try await TestServer.with(TestRoutes.all, register: TestRoutes.register, body)
  }
}
