import Crypto
import GroveIdentity

/// Bearer tokens: 32 random bytes, of which the relay keeps only the hash.
enum RelayTokens {
  static let byteCount = 32

  static func text(of token: [UInt8]) -> String { Base64URL.encode(token) }

  static func hash(of token: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: token)) }

  /// nil for a text that is no token of ours.
  static func hash(of text: String) -> [UInt8]? {
    guard let token = try? Base64URL.decode(text), token.count == byteCount else { return nil }
    return hash(of: token)
  }
}
