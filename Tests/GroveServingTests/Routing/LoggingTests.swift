import GroveServing
import GroveWire
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LoggingTests {
  @Test func `the log names route, code and error type, and nothing that was sent or thrown`()
    async throws
  {
    let log = RecordingLog()
    try await TestServer.with(
      TestRoutes.all, logger: log.logger, register: TestRoutes.register
    ) { server async throws in
      let secrets = ["Authorization: Bearer token-secret", "Cookie: session=cookie-secret"]
      _ = try await server.ask("GET", "/t/me?q=query-secret", headers: secrets)
      _ = try await server.ask("GET", "/t/items/path-secret%zz", headers: secrets)
      _ = try await server.ask("POST", "/t/greetings", json: #"{"name":"body-secret"}"#)
      let failure = try await server.ask("POST", "/t/failures", headers: secrets)
      let text = log.text
      #expect(text.contains("Request failed") && text.contains("Mishap"))
      #expect(text.contains("internal_error") == false)
      #expect(text.contains("Request refused") && text.contains("unauthenticated"))
      let requestID = failure.problem?.requestID ?? "none"
      #expect(text.contains(requestID))
      for secret in ["token-", "cookie-", "query-", "path-", "body-"] {
        #expect(!text.contains(secret + "secret"), "\(secret)")
      }
      #expect(!text.contains("1234"))
    }
  }
}
