/// A proof of either profile, as a client submits it.
public enum SubmittedProof: Hashable, Sendable {
  /// Profile 1.
  case transcript(SignedIdentityProof)
  /// Profile 2, which a server accepts only where it is configured.
  case raw(RawIdentityProof)

  /// Reads a request body of either profile.
  /// - Throws: `malformed` above 8 KiB and for anything that is not one of the two.
  public init(json: [UInt8]) throws(IdentityError) {
    let body = try ProofBody(json: json)
    self =
      body.profile == Int(ProofProfile.raw.rawValue)
      ? .raw(try body.rawProof()) : .transcript(try body.signedProof())
  }

  /// The challenge it answers, unchecked.
  public var challenge: [UInt8] {
    switch self {
    case .transcript(let proof): proof.challenge
    case .raw(let proof): proof.challenge
    }
  }
}
