import Crypto

/// A 64-byte signature in the encoding that only profile 2 knows.
enum DER {
  static func encode(_ signature: [UInt8]) -> [UInt8] {
    (try? P256.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation)
      .map { Array($0) } ?? []
  }
}
