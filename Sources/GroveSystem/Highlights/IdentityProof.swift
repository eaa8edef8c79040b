public import GroveIdentity

/// A proof this device made, and the identity it is about. The app may see all of it: its server is
/// sent the same.
public struct IdentityProof: Hashable, Sendable, Codable {
  /// Which of the two profiles of protocol 8.1 the proof follows.
  public enum Form: Hashable, Sendable, Codable {
    /// Profile 1, over the transcript.
    case transcript(SignedIdentityProof)
    /// Profile 2, over the data alone.
    case raw(RawIdentityProof)
  }

  /// Decided by the server's data, not by the app.
  public let form: Form
  /// To be named as refused if the server answers `not_verified`, so that the next newest
  /// invitation is tried (protocol 8.3).
  public let root: RootHash
  /// For an entry (protocol 8.9.4): further identities of this person, of which an account of theirs was born.
  public var births: [Birth]?

  /// What `BornProof` of the entry's body is made of.
  public struct Birth: Hashable, Sendable, Codable {
    /// The identity's own.
    public var collaborationID: CollaborationID
    /// The proof's JSON form.
    public var proof: [UInt8]

    /// Made by the messenger when it has signed.
    public init(collaborationID: CollaborationID, proof: [UInt8]) {
      self.collaborationID = collaborationID
      self.proof = proof
    }
  }

  /// Made by the messenger when it has signed.
  public init(form: Form, root: RootHash) {
    self.form = form
    self.root = root
  }

  /// The request body of the server's proof route (protocol 8.4), as UTF-8.
  public func json() throws -> [UInt8] {
    switch form {
    case .transcript(let proof): try proof.json()
    case .raw(let proof): try StrictJSON.encode(proof)
    }
  }
}
