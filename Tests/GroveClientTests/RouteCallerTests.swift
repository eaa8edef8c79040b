import GroveClient
import GroveIdentity
import GroveWire
import Synchronization
import Testing

@Suite struct RouteCallerTests {
  @Test func `a path parameter with a slash in it stays one segment`() async throws {
    let transport = ScriptedTransport([.answer(json(HandleLookup(handle: "x", accountID: .zero)))])
    _ = try await relay(transport).lookUp(handle: "a/b?c")
    #expect(transport.requests.map(\.url) == ["http://localhost:1/relay/v1/handles/a%2Fb%3Fc"])
  }

  @Test func `a refusal is thrown with the code of its problem body`() async throws {
    let transport = ScriptedTransport([.answer(problem(.notFound))])
    await #expect(throws: ClientError.problem(Problem(.notFound))) {
      _ = try await relay(transport).lookUp(handle: "nobody")
    }
  }

  @Test(arguments: [
    (502, "<html>", ClientError.unreachable("the server answered with status 502")),
    (302, "", .badAnswer("the answer has status 302 and no problem body")),
    (200, "[]", .badAnswer("the answer's body does not have the expected form")),
  ])
  func `an answer that is not of this protocol is told apart from a refusal`(
    status: Int, body: String, expected: ClientError
  ) async throws {
    let answer = ClientResponse(status: status, body: Array(body.utf8))
    await #expect(throws: expected) {
      _ = try await relay(ScriptedTransport([.answer(answer)])).lookUp(handle: "x")
    }
  }

  @Test func `a token the server no longer takes is renewed and the call made once more`()
    async throws
  {
    let transport = ScriptedTransport([
      .answer(problem(.unauthenticated)), .answer(json(ConversationList(conversations: []))),
    ])
    let credentials = RenewableCredentials()
    #expect(try await relay(transport, credentials).conversations().isEmpty)
    #expect(
      transport.requests.map { $0.headers.value("authorization") } == ["Bearer 0", "Bearer 1"])
  }

  @Test func `a call that is refused after the renewal too is not repeated again`() async throws {
    let transport = ScriptedTransport([
      .answer(problem(.unauthenticated)), .answer(problem(.unauthenticated)),
    ])
    await #expect(throws: ClientError.problem(Problem(.unauthenticated))) {
      _ = try await relay(transport, RenewableCredentials()).conversations()
    }
    #expect(transport.requests.count == 2)
  }

  @Test
  func `an outcome that is not known is asked for again with the same request until it is known`()
    async throws
  {
    // A server that refuses to write meanwhile says nothing about the first attempt.
    let transport = ScriptedTransport([
      .answer(problem(.outcomeUnknown)), .answer(problem(.unavailable)),
      .answer(json(UpdateAppended(sequence: DecimalUInt64(7)), status: 201)),
    ])
    let update = AppendUpdate(updateID: .random(), kind: .edit, data: Base64URLBytes([1]))
    let client = CollaborationClient(
      origin: try Origin("http://localhost:1"), credentials: FixedCredentials.bearer("t"),
      transport: transport)
    #expect(try await client.appendUpdate(update, to: "d").sequence.value == 7)
    #expect(transport.requests.count == 3)
    #expect(Set(transport.requests.map(\.body)).count == 1)
  }

  @Test func `an outcome that stays unknown is thrown as unknown and not as unavailable`()
    async throws
  {
    let transport = ScriptedTransport(
      [.answer(problem(.outcomeUnknown))]
        + (0..<3).map { _ in .answer(problem(.unavailable)) })
    await #expect(throws: ClientError.problem(Problem(.outcomeUnknown))) {
      try await relay(transport).acknowledge(upTo: 1)
    }
    #expect(transport.requests.count == 4)
  }

  @Test func `what carries no identifier is not asked again`() async throws {
    let transport = ScriptedTransport([.answer(problem(.outcomeUnknown))])
    let error = ClientError.problem(Problem(.outcomeUnknown))
    await #expect(throws: error) { _ = try await relay(transport).storeAttachment([1]) }
    #expect(transport.requests.count == 1)
    #expect(error.leavesOutcomeUnknown && error.isTemporary)
  }

  @Test func `a route that takes no credentials is sent none`() async throws {
    let transport = ScriptedTransport([
      .answer(json(SignInChallenge(challenge: .init([1]), expiresIn: 1)))
    ])
    _ = try await relay(transport, RenewableCredentials())
      .signInChallenge(account: .zero, device: .zero)
    #expect(transport.requests.first?.headers.value("authorization") == nil)
  }

  @Test func `a backend names the account it acts for in percent encoding`() async throws {
    let account = try AccountLabel("zoë@docs")
    let transport = ScriptedTransport([
      .answer(json(AppAccount(account: account, displayName: "Z")))
    ])
    let client = CollaborationClient(
      origin: try Origin("http://localhost:1"),
      credentials: FixedCredentials.backend(serviceKey: "k", account: account, session: "s"),
      transport: transport)
    #expect(try await client.me().account == account)
    let headers = try #require(transport.requests.first?.headers)
    #expect(headers.value("Grove-Account") == "zo%C3%AB%40docs")
    #expect(headers.value("Grove-Session") == "s")
  }

  @Test func `requests, answers and credentials print as nothing`() {
    let secret = "s3cret-token"
    let request = ClientRequest(
      url: "http://localhost/", method: "GET", headers: [ClientHeader("Authorization", secret)],
      body: Array(secret.utf8))
    let response = ClientResponse(status: 200, body: Array(secret.utf8))
    let bearer = FixedCredentials.bearer(secret)
    var dumped = ""
    dump((request, response, bearer), to: &dumped)
    for text in ["\(request) \(response) \(bearer)", String(reflecting: bearer), dumped] {
      #expect(!text.contains(secret))
      #expect(!text.contains("115"))  // the first byte of the secret in an array's description
    }
  }
}

/// Hands out `Bearer 0`, then `Bearer 1`, ….
final class RenewableCredentials: CredentialSource {
  private let count = Mutex(0)
  func headers() async throws(ClientError) -> [ClientHeader] {
    [ClientHeader("Authorization", "Bearer \(count.withLock { $0 })")]
  }
  func renew(_ refused: [ClientHeader]) async throws(ClientError) -> Bool {
    count.withLock { $0 += 1 }
    return true
  }
}

func relay(
  _ transport: some ClientTransport, _ credentials: any CredentialSource = FixedCredentials.none
) throws -> RelayClient {
  RelayClient(
    origin: try Origin("http://localhost:1"), credentials: credentials, transport: transport)
}

func json(_ value: some Encodable, status: Int = 200) -> ClientResponse {
  ClientResponse(status: status, body: (try? StrictJSON.encode(value)) ?? [])
}

func problem(_ code: ProblemCode) -> ClientResponse {
  json(Problem(code), status: code.status)
}
