import GroveServing
import GroveWire
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ParameterTests {
  @Test(arguments: [
    ("a%2Fb", "a/b"), ("%C3%A4", "ä"), ("a+b", "a+b"), ("%2e%2e", ".."), ("~", "~"),
  ])
  func `a path parameter is percent-decoded once`(_ path: String, _ value: String) async throws {
    try await serving { server async throws in
      let answer = try await server.ask("GET", "/t/items/\(path)")
      #expect(answer.body == #"{"name":"\#(value)","number":100}"#)
    }
  }

  @Test(arguments: ["%", "%2", "%zz", "%+1", "%C3", "%FF", "a%00%80"])
  func `a path parameter that is no percent-encoded text is malformed`(_ path: String)
    async throws
  {
    try await serving { server async throws in
      let answer = try await server.ask("GET", "/t/items/\(path)")
      #expect(answer.status == 400 && answer.code == .malformed)
    }
  }

  @Test(arguments: [
    "limit=0", "limit=501", "limit=-1", "limit=+1", "limit=01", "limit=", "limit=1&limit=1",
    "limit=99999999999999999999", "limit=%zz", "other=%",
  ])
  func `a query outside its limits or twice is malformed`(_ query: String) async throws {
    try await serving { server async throws in
      let answer = try await server.ask("GET", "/t/items/a?\(query)")
      #expect(answer.status == 400 && answer.code == .malformed)
    }
  }

  @Test func `a query within its limits is taken`() throws {
    let query = try QueryParameters(path: "/x?limit=500&after=18446744073709551615&f=true&e")
    #expect(try query.number("limit", in: 1...500, default: 1) == 500)
    #expect(try query.position("after") == .max)
    #expect(try query.flag("f"))
    #expect(query["e"] == "")
    #expect(try query.number("absent", in: 1...500, default: 7) == 7)
    #expect(throws: Problem.self) { try query.flag("limit") }
  }

  private func serving(_ body: (TestServer) async throws -> Void) async throws {
    try await TestServer.with(TestRoutes.all, register: TestRoutes.register, body)
  }
}
