import Crypto

/// SHA-256 in and out of byte arrays.
enum Digest {
  static func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
}
