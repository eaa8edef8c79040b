import CollaborationDomain
import Foundation
import GroveIdentity
import JWTKit

/// An ID token with a verified signature: what it says, and how it calls the person.
struct IDToken: Sendable {
  let claims: IDTokenClaims
  let displayName: String?
}

/// Verifies signatures of ID tokens (RFC 7515) with jwt-kit. The algorithm is chosen here, from a short list, and never
/// by what a token says of itself alone: the key must be of its kind.
enum IDTokenReader {
  /// No `none`, no secret that client and provider share, nothing with SHA-1.
  static let algorithms: [String: JWK.Algorithm] = [
    "RS256": .rs256, "PS256": .ps256, "ES256": .es256, "ES384": .es384, "EdDSA": .eddsa,
  ]
  /// Bytes at most.
  static let maximum = 64 * 1024

  /// - Parameter key: finds the provider's key by its name.
  /// - Throws: `IDTokenFault`; what `key` throws.
  static func read(
    _ token: String, nameClaim: String,
    key: (String?, JWK.Algorithm) async throws -> JWK?
  ) async throws -> IDToken {
    let header = try header(of: token)
    guard let algorithm = algorithms[header.alg] else { throw IDTokenFault.algorithm }
    guard var jwk = try await key(header.kid, algorithm) else { throw IDTokenFault.key }
    jwk.algorithm = algorithm
    jwk.keyIdentifier = JWKIdentifier(string: header.kid ?? "only")
    let keys = JWTKeyCollection()
    guard (try? await keys.add(jwk: jwk)) != nil else { throw IDTokenFault.key }
    do {
      let payload = try await keys.verify(token, as: Payload.self)
      return try payload.token(nameClaim: nameClaim)
    } catch let fault as IDTokenFault {
      throw fault
    } catch {
      throw IDTokenFault.signature
    }
  }

  private static func header(of token: String) throws(IDTokenFault) -> Header {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard token.utf8.count <= maximum, parts.count == 3,
      let bytes = try? Base64URL.decode(String(parts[0])),
      let header = try? JSONDecoder().decode(Header.self, from: Data(bytes)),
      // What a token says must be understood (RFC 7515, section 4.1.11), and nothing of that is.
      header.crit == nil
    else { throw .form }
    return header
  }

  private struct Header: Decodable {
    let alg: String
    let kid: String?
    let crit: [String]?
  }

  /// The claims as they came: which of them says the name is a setting.
  private struct Payload: JWTPayload {
    let members: [String: Claim]

    init(from decoder: any Decoder) throws {
      members = try decoder.singleValueContainer().decode([String: Claim].self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(members)
    }

    /// Nothing: `IDTokenRules` decides.
    func verify(using algorithm: some JWTAlgorithm) {}

    func token(nameClaim: String) throws(IDTokenFault) -> IDToken {
      guard let issuer = members["iss"]?.text, let subject = members["sub"]?.text,
        let audience = members["aud"]?.texts, let expiresAt = members["exp"]?.number,
        let issuedAt = members["iat"]?.number
      else { throw .form }
      let claims = IDTokenClaims(
        issuer: issuer, subject: subject, audience: audience,
        authorizedParty: members["azp"]?.text, nonce: members["nonce"]?.text,
        expiresAt: expiresAt, issuedAt: issuedAt)
      return IDToken(
        claims: claims, displayName: IDTokenRules.displayName(members[nameClaim]?.text))
    }
  }

  private enum Claim: Codable, Sendable {
    case text(String)
    case number(Double)
    case texts([String])
    case other

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        self = .text(text)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let texts = try? value.decode([String].self) {
        self = .texts(texts)
      } else {
        self = .other
      }
    }

    /// Nobody writes one.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var texts: [String]? {
      switch self {
      case .text(let text): [text]
      case .texts(let texts): texts
      default: nil
      }
    }
  }
}
