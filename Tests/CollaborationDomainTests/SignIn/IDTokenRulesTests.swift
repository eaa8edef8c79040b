import CollaborationDomain
import Testing

/// OpenID Connect Core 1.0, section 3.1.3.7.
@Suite struct IDTokenRulesTests {
  private static let now: UInt64 = 1_700_000_000_000

  private static func fault(_ change: (inout IDTokenClaims) -> Void) -> IDTokenFault? {
    var claims = IDTokenClaims(
      issuer: "https://id.example", subject: "ada", audience: ["grove"], nonce: "n",
      expiresAt: 1_700_000_300, issuedAt: 1_700_000_000)
    change(&claims)
    do throws(IDTokenFault) {
      _ = try IDTokenRules.identity(
        in: claims, issuer: "https://id.example", clientID: "grove", nonce: "n", now: now)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a token made for this client and this attempt names the person`() throws {
    #expect(Self.fault { _ in } == nil)
    #expect(Self.fault { $0.authorizedParty = "grove" } == nil)
    #expect(
      Self.fault {
        $0.audience = ["other", "grove"]
        $0.authorizedParty = "grove"
      } == nil)
  }

  @Test func `another provider's token is refused, however alike its name is`() {
    for issuer in ["https://id.example/", "https://ID.example", "http://id.example", ""] {
      #expect(Self.fault { $0.issuer = issuer } == .issuer)
    }
  }

  @Test func `a token for another client, or for several and asked for by nobody, is refused`() {
    #expect(Self.fault { $0.audience = ["other"] } == .audience)
    #expect(Self.fault { $0.audience = [] } == .audience)
    #expect(Self.fault { $0.audience = ["grove", "other"] } == .audience)
    #expect(Self.fault { $0.authorizedParty = "other" } == .authorizedParty)
  }

  @Test func `a token lives until its end and two minutes for clocks that differ`() {
    #expect(Self.fault { $0.expiresAt = 1_699_999_881 } == nil)
    #expect(Self.fault { $0.expiresAt = 1_699_999_880 } == .expired)
  }

  @Test func `a token from the future or from before the attempt is refused`() {
    #expect(Self.fault { $0.issuedAt = 1_700_000_120 } == nil)
    #expect(Self.fault { $0.issuedAt = 1_700_000_121 } == .issuedAt)
    #expect(Self.fault { $0.issuedAt = 1_699_999_280 } == nil)
    #expect(Self.fault { $0.issuedAt = 1_699_999_279 } == .issuedAt)
    #expect(Self.fault { $0.issuedAt = .infinity } == .issuedAt)
  }

  @Test func `a token of another attempt is refused`() {
    #expect(Self.fault { $0.nonce = "m" } == .nonce)
    #expect(Self.fault { $0.nonce = nil } == .nonce)
  }

  @Test func `a subject is 1 to 255 ASCII characters`() {
    #expect(Self.fault { $0.subject = String(repeating: "a", count: 255) } == nil)
    for subject in ["", String(repeating: "a", count: 256), "ad\u{E4}"] {
      #expect(Self.fault { $0.subject = subject } == .subject)
    }
  }

  @Test func `a name is shown without what could hide or move what people read`() {
    #expect(IDTokenRules.displayName("Ada Lovelace") == "Ada Lovelace")
    #expect(IDTokenRules.displayName(" Ada\u{202E}\u{7}\n ") == "Ada")
    #expect(IDTokenRules.displayName(nil) == nil)
    #expect(IDTokenRules.displayName(" \u{200F} ") == nil)
    let long = IDTokenRules.displayName(String(repeating: "\u{1F469}\u{200D}\u{1F680}", count: 40))
    #expect(long?.utf8.count == 121, "whole characters, 128 bytes at most")
  }
}
