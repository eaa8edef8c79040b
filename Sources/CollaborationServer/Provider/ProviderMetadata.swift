import Foundation
import JWTKit

/// What discovery tells (OpenID Connect Discovery 1.0, section 3), as far as it is used.
struct ProviderMetadata: Sendable, Decodable {
  let issuer: String
  let authorization: String
  let token: String
  let keys: String
  /// How a client shows its secret; nil means the first of them.
  let secretMethods: [String]?
  /// Whether each answer names its issuer (RFC 9207).
  let announcesIssuer: Bool?

  private enum CodingKeys: String, CodingKey {
    case issuer
    case authorization = "authorization_endpoint"
    case token = "token_endpoint"
    case keys = "jwks_uri"
    case secretMethods = "token_endpoint_auth_methods_supported"
    case announcesIssuer = "authorization_response_iss_parameter_supported"
  }

  /// - Throws: `ProviderFault.invalid` for what does not belong to the issuer or names addresses that may not be asked.
  static func read(_ body: [UInt8], for settings: ProviderSettings) throws -> ProviderMetadata {
    guard let found = try? JSONDecoder().decode(Self.self, from: Data(body)) else {
      throw ProviderFault.invalid("metadata form")
    }
    guard found.issuer == settings.issuer else { throw ProviderFault.invalid("metadata issuer") }
    guard [found.authorization, found.token, found.keys].allSatisfy(settings.mayAsk),
      !found.authorization.contains("#")
    else { throw ProviderFault.invalid("metadata address") }
    return found
  }
}

/// The provider's signing keys (RFC 7517). What is of an unknown kind is left out.
struct ProviderKeys: Sendable {
  private let keys: [JWK]
  private static let maximum = 100

  /// - Throws: `ProviderFault.invalid`.
  init(_ body: [UInt8]) throws {
    guard let set = try? JSONDecoder().decode(KeySet.self, from: Data(body)) else {
      throw ProviderFault.invalid("keys form")
    }
    keys = set.keys.prefix(Self.maximum).filter { $0.use == nil || $0.use == "sig" }
      .compactMap(\.key)
  }

  /// The key that an ID token names, for its algorithm; where it names none, the only one for it.
  func key(_ name: String?, for algorithm: JWK.Algorithm) -> JWK? {
    let fitting = keys.filter { key in
      key.keyType == algorithm.keyType && (key.algorithm == nil || key.algorithm == algorithm)
    }
    if let name { return fitting.first { $0.keyIdentifier?.string == name } }
    return fitting.count == 1 ? fitting.first : nil
  }

  private struct KeySet: Decodable { var keys: [Entry] }

  private struct Entry: Decodable {
    let key: JWK?
    let use: String?

    private enum CodingKeys: String, CodingKey { case use }

    init(from decoder: any Decoder) throws {
      key = try? JWK(from: decoder)
      use = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
        String.self, forKey: .use)
    }
  }
}

/// Why the provider is of no use now. For the operator's log.
enum ProviderFault: Error, Hashable {
  /// No whole answer in its time and size, or not the status that means success.
  case unreachable(String)
  /// An answer that is not what it must be.
  case invalid(String)
  /// It answered with an error (RFC 6749, section 5.2).
  case refused(String)
}

extension JWK.Algorithm {
  /// The kind of key it needs.
  var keyType: JWK.KeyType {
    switch self {
    case .es256, .es384: .ecdsa
    case .eddsa: .octetKeyPair
    default: .rsa
    }
  }
}
