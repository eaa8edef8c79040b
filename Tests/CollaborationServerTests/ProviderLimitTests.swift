import GroveIdentity
import JWTKit
import Synchronization
import Testing

@testable import CollaborationServer

/// What a provider can make this server fetch, read and keep (docs/LIMITS.md).
final class ProviderLimitTests: Sendable {
  private let clock = TestClock()
  private let state = Mutex((asked: 0, isAway: false))

  private func settings(padding: Int = 0) throws -> ProviderSettings {
    try ProviderSettings(issuer: TestProvider.issuer, clientID: "grove", name: "Example") {
      [self] _ in
      let isAway = state.withLock { state in
        state.asked += 1
        return state.isAway
      }
      guard !isAway else { return ProviderResponse(status: 503, body: []) }
      let metadata = """
        {"issuer":"\(TestProvider.issuer)","authorization_endpoint":"\(TestProvider.issuer)/auth",
        "token_endpoint":"\(TestProvider.issuer)/token","jwks_uri":"\(TestProvider.issuer)/keys"}
        """
      return ProviderResponse(
        status: 200,
        body: Array(metadata.utf8) + [UInt8](repeating: UInt8(ascii: " "), count: padding))
    }
  }

  @Test func `what a provider says of itself is kept for an hour, that it is away for 5 seconds`()
    async throws
  {
    let directory = ProviderDirectory(try settings()) { [clock] in clock.now }
    for (later, asked) in [(0, 1), (3_599_999, 1), (1, 2)] as [(UInt64, Int)] {
      clock.advance(later)
      _ = try await directory.current()
      #expect(state.withLock(\.asked) == asked)
    }
    clock.advance(3_600_000)
    state.withLock { $0.isAway = true }
    for (later, asked) in [(0, 3), (4_999, 3), (1, 4)] as [(UInt64, Int)] {
      clock.advance(later)
      await #expect(throws: ProviderFault.self) { try await directory.current() }
      #expect(state.withLock(\.asked) == asked)
    }
  }

  @Test func `an answer of 256 KiB is read and a longer one refused`() async throws {
    for (padding, isTaken) in [(200_000, true), (262_144, false)] {
      let directory = ProviderDirectory(try settings(padding: padding))
      #expect(((try? await directory.current()) != nil) == isTaken)
    }
  }

  @Test func `the first hundred keys are looked at`() throws {
    let keys = (1...101).map { number in
      #"{"kty":"RSA","kid":"k\#(number)","use":"sig","n":"AQAB","e":"AQAB"}"#
    }
    let read = try ProviderKeys(Array((#"{"keys":["# + keys.joined(separator: ",") + "]}").utf8))
    #expect(read.key("k100", for: .rs256) != nil && read.key("k101", for: .rs256) == nil)
  }

  @Test func `a token of more than 64 KiB is refused before a key is looked for`() async throws {
    let header = Base64URL.encode(Array(#"{"alg":"RS256","kid":"k"}"#.utf8))
    for (count, isLooked) in [(65_536, true), (65_537, false)] {
      let rest = String(repeating: "A", count: count - header.utf8.count - 3)
      let looked = Mutex(false)
      _ = try? await IDTokenReader.read("\(header).\(rest).A", nameClaim: "name") { _, _ in
        looked.withLock { $0 = true }
        return nil
      }
      #expect(looked.withLock(\.self) == isLooked)
    }
  }
}
