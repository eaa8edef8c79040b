import Crypto

extension RawIdentityProof {
  /// The signature in the encoding its sender named, nil where it does not have it.
  var parsedSignature: P256.Signing.ECDSASignature? {
    switch signatureFormat {
    case .der: try? P256.Signing.ECDSASignature(derRepresentation: signature)
    case .p1363: try? P256.Signing.ECDSASignature(rawRepresentation: signature)
    }
  }
}
