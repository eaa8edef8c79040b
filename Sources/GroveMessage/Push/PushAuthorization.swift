import Foundation
public import GroveIdentity

/// How an app's server says who it is when it pushes: a token signed with its key (VAPID, RFC 8292;
/// protocol 12.8). `Authorization: vapid t=TOKEN, k=KEY`.
public struct PushAuthorization: Hashable, Sendable {
  /// Seconds ahead that a token may expire: 24 hours (RFC 8292, 2).
  public static let maximumLifetime: UInt64 = 86_400
  /// Longer header values are refused unread.
  static let maximumTextBytes = 2048

  /// Whose token it is; the signature under it has been verified.
  public let serverKey: PublicKey
  /// The origin of the push service it is meant for.
  public let audience: String
  /// Seconds since 1970.
  public let expiresAt: UInt64

  /// Whether it opens a push at this service, with this key, now.
  /// - Parameter now: milliseconds since 1970.
  public func allows(_ key: PublicKey, at service: Origin, now: UInt64) -> Bool {
    let seconds = now / 1000
    return serverKey == key && audience == service.text && expiresAt > seconds
      && expiresAt - seconds <= Self.maximumLifetime
  }

  /// The header's value for one push service.
  /// - Parameters:
  ///   - contact: where the operator of the pushing server is found: `mailto:` or `https:`.
  ///   - expiresAt: seconds since 1970, at most 24 hours ahead.
  public static func header(
    signedBy key: SigningKey, for service: Origin, contact: String, expiresAt: UInt64
  ) throws -> String {
    let claims = Claims(aud: service.text, exp: Double(expiresAt), sub: contact)
    let signed =
      Base64URL.encode(try StrictJSON.encode(Header(alg: "ES256", typ: "JWT"))) + "."
      + Base64URL.encode(try StrictJSON.encode(claims))
    let signature = Base64URL.encode(try key.sign(Array(signed.utf8)))
    return "vapid t=\(signed).\(signature), k=\(Base64URL.encode(key.publicKey.bytes))"
  }

  /// Reads a header's value and verifies its signature.
  /// - Throws: `malformed` for another scheme or shape; a signature that does not hold; `keyInvalid`.
  public init(header: String) throws(IdentityError) {
    guard header.utf8.count <= Self.maximumTextBytes, header.lowercased().hasPrefix("vapid ") else {
      throw IdentityError(.malformed, "not a vapid authorization")
    }
    let fields = Self.fields(header.dropFirst(6))
    guard let token = fields["t"], let text = fields["k"] else {
      throw IdentityError(.malformed, "a vapid authorization has t and k")
    }
    serverKey = try PublicKey(Base64URL.decode(text))
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { throw IdentityError(.malformed, "not a signed token") }
    let header = try StrictJSON.decode(Header.self, from: Base64URL.decode(parts[0]))
    guard header.alg == "ES256" else { throw IdentityError(.malformed, "not ES256") }
    let signature = try Base64URL.decode(parts[2])
    guard serverKey.isValidSignature(signature, for: Array("\(parts[0]).\(parts[1])".utf8)) else {
      throw IdentityError(.malformed, "the token is not signed with its key")
    }
    let claims = try StrictJSON.decode(Claims.self, from: Base64URL.decode(parts[1]))
    guard let expiry = UInt64(exactly: claims.exp.rounded(.down)) else {
      throw IdentityError(.malformed, "not a time")
    }
    audience = claims.aud
    expiresAt = expiry
  }

  private static func fields(_ text: Substring) -> [String: String] {
    var fields: [String: String] = [:]
    for part in text.split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { continue }
      fields[pair[0].trimmingCharacters(in: .whitespaces)] =
        pair[1].trimmingCharacters(in: .whitespaces)
    }
    return fields
  }

  private struct Header: Codable {
    var alg: String
    var typ: String?
  }

  private struct Claims: Codable {
    var aud: String
    var exp: Double
    var sub: String?
  }
}
