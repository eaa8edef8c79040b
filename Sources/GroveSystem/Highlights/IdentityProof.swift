public import GroveIdentity

/// A proof this device made, and the identity it is about: kept back from the app is nothing that
/// its server does not see anyway.
public struct IdentityProof: Hashable, Sendable, Codable {
  public enum Form: Hashable, Sendable, Codable {
    /// Profile 1, over the transcript.
    case transcript(SignedIdentityProof)
    /// Profile 2, over the data alone.
    case raw(RawIdentityProof)
  }

  public let form: Form
  /// To be named as refused if the server answers `not_verified`, so that the next newest
  /// invitation is tried (protocol 8.3).
  public let root: RootHash

  public init(form: Form, root: RootHash) {
    self.form = form
    self.root = root
  }

  /// The request body of the server's proof route (protocol 8.4).
  public func json() throws -> [UInt8] {
    switch form {
    case .transcript(let proof): try proof.json()
    case .raw(let proof): try StrictJSON.encode(proof)
    }
  }
}
