import CollaborationServer
import Crypto
import Foundation
import GroveIdentity
import GroveWire
import Synchronization

/// An OpenID Provider in this process, behind the transport: it keeps codes, checks PKCE and the client's secret, and signs
/// with P-256. `Tests/OpenID` has real ones over sockets.
final class TestProvider: Sendable {
  static let issuer = "https://id.example"
  static let secret = "a secret with a space"

  private struct Asked {
    var nonce: String
    var challenge: String
    var subject: String
  }

  private struct State {
    var codes: [String: Asked] = [:]
    var keys: [(name: String, key: P256.Signing.PrivateKey)] = [("k1", P256.Signing.PrivateKey())]
    var fetches: [String] = []
  }

  private let state = Mutex(State())
  private let clock: TestClock

  init(clock: TestClock) { self.clock = clock }

  func settings() throws -> ProviderSettings {
    var settings = try ProviderSettings(
      issuer: Self.issuer, clientID: "grove", name: "Example"
    ) { try self.answer($0) }
    settings.clientSecret = SecretText(Self.secret)
    return settings
  }

  /// Somebody agrees at the provider: the path that leads back to Grove.
  func approve(_ address: String, as subject: String) throws -> String {
    let query = try Self.query(address)
    let code = UUID().uuidString
    state.withLock {
      $0.codes[code] = Asked(
        nonce: query["nonce"] ?? "", challenge: query["code_challenge"] ?? "", subject: subject)
    }
    return "/collab/v1/provider/callback?code=\(code)&state=\(query["state"] ?? "")"
  }

  /// How often the keys were fetched.
  var keyFetches: Int { state.withLock { $0.fetches.count { $0.hasSuffix("/keys") } } }

  /// Another key signs from now on; the old one is not published any more.
  func rollOver(to name: String) {
    state.withLock { $0.keys = [(name, P256.Signing.PrivateKey())] }
  }

  func answer(_ request: ProviderRequest) throws -> ProviderResponse {
    state.withLock { $0.fetches.append(request.address) }
    switch request.address {
    case Self.issuer + "/.well-known/openid-configuration":
      return Self.json(
        """
        {"issuer":"\(Self.issuer)","authorization_endpoint":"\(Self.issuer)/auth",
        "token_endpoint":"\(Self.issuer)/token","jwks_uri":"\(Self.issuer)/keys"}
        """)
    case Self.issuer + "/keys":
      let keys = state.withLock { $0.keys }.map { name, key in
        let point = Array(key.publicKey.x963Representation.dropFirst())
        return """
          {"kty":"EC","crv":"P-256","kid":"\(name)","use":"sig",\
          "x":"\(Base64URL.encode(Array(point.prefix(32))))",\
          "y":"\(Base64URL.encode(Array(point.suffix(32))))"}
          """
      }
      // One of a kind that nobody here knows must not hide the others.
      return Self.json(#"{"keys":[{"kty":"XYZ"},"# + keys.joined(separator: ",") + "]}")
    case Self.issuer + "/token": return try token(request)
    default: return ProviderResponse(status: 404, body: [])
    }
  }

  private func token(_ request: ProviderRequest) throws -> ProviderResponse {
    let form = try Self.query("?" + String(decoding: request.form ?? [], as: UTF8.self))
    let asked = state.withLock { $0.codes.removeValue(forKey: form["code"] ?? "") }
    let challenge = Base64URL.encode(
      Array(SHA256.hash(data: Array((form["code_verifier"] ?? "").utf8))))
    let pair = Data("grove:a%20secret%20with%20a%20space".utf8).base64EncodedString()
    guard
      request.headers.contains(where: { $0.name == "Authorization" && $0.value == "Basic \(pair)" })
    else { return Self.json(#"{"error":"invalid_client"}"#, status: 401) }
    guard let asked, challenge == asked.challenge else {
      return Self.json(#"{"error":"invalid_grant"}"#, status: 400)
    }
    let now = clock.now / 1000
    let claims = """
      {"iss":"\(Self.issuer)","sub":"\(asked.subject)","aud":"grove","nonce":"\(asked.nonce)",\
      "exp":\(now + 300),"iat":\(now),"name":"The \(asked.subject)"}
      """
    return Self.json(#"{"token_type":"Bearer","id_token":"\#(try sign(claims))"}"#)
  }

  /// A token in compact form (RFC 7515), signed with the newest key.
  func sign(_ claims: String) throws -> String {
    guard let (name, key) = state.withLock({ $0.keys.last }) else { return "" }
    let text =
      Base64URL.encode(Array(#"{"alg":"ES256","kid":"\#(name)"}"#.utf8)) + "."
      + Base64URL.encode(Array(claims.utf8))
    let signature = try key.signature(for: Array(text.utf8))
    return text + "." + Base64URL.encode(Array(signature.rawRepresentation))
  }

  private static func json(_ text: String, status: Int = 200) -> ProviderResponse {
    ProviderResponse(status: status, body: Array(text.utf8))
  }

  private static func query(_ address: String) throws -> [String: String] {
    let text =
      address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).last ?? ""
    return Dictionary(
      uniqueKeysWithValues: text.split(separator: "&").map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), PercentEncoding.decode(parts.count > 1 ? parts[1] : "") ?? "")
      })
  }
}

/// A browser with the cookies that it was given.
struct CookieJar {
  private(set) var cookies: [String: String] = [:]

  var header: String { cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ") }

  mutating func take(_ lines: [String]) {
    for line in lines {
      let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      guard let name = pair.first.map(String.init) else { continue }
      cookies[name] = pair.count > 1 ? String(pair[1]) : nil
    }
  }
}
