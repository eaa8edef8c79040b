public import GroveIdentity

/// The proof was accepted (protocol 8.5).
public struct AccessGranted: Hashable, Sendable, Codable {
  /// Whether the proof made the binding or found the account bound to this root already; a retry is
  /// answered `alreadyGranted` (protocol 8.6).
  public enum Result: String, Hashable, Sendable, Codable, CaseIterable {
    case granted
    case alreadyGranted = "already_granted"
  }

  /// `alreadyGranted` is no failure: the answer to a lost answer.
  public var result: Result
  /// The document the link leads to: base64url of 16 bytes.
  public var documentID: String
  /// The document's title now, which may differ from the invitation's.
  public var title: String
  /// The identity that was proved; the account is bound to it.
  public var root: RootHash
  /// The collaboration's membership counter at the grant.
  public var epoch: DecimalUInt64

  /// What the server answers to a proof that passed every row of protocol 8.5.
  public init(
    result: Result, documentID: String, title: String, root: RootHash, epoch: DecimalUInt64
  ) {
    self.result = result
    self.documentID = documentID
    self.title = title
    self.root = root
    self.epoch = epoch
  }
}
