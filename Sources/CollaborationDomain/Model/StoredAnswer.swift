public import GroveIdentity

/// What a request with an identifier was answered, so that its retry is answered the same and
/// carried out no second time (protocol 9.3). Identifiers belong to the account that chose them.
public struct StoredAnswer: Hashable, Sendable {
  /// The answer, with what the request was about: the same identifier for something else is a
  /// contradiction, not a retry.
  public enum Answer: Hashable, Sendable, Codable {
    case documentCreated(DocumentID)
    case collaborationPrepared(DocumentID, CollaborationID, epoch: UInt64, created: Bool)
    /// With the accounts that lost access, so that a retry ends their streams too.
    case identitiesUpdated(CollaborationID, epoch: UInt64, lost: [AccountLabel])
  }

  /// Who made the request; others may use the same identifier.
  public var account: AccountLabel
  /// The request's own identifier, 16 random bytes.
  public var requestID: RequestID
  /// What to answer again.
  public var answer: Answer
  /// Milliseconds since 1970: `lifetime` after the request.
  public var expiresAt: UInt64

  /// Milliseconds a stored answer lives: 24 hours.
  public static let lifetime: UInt64 = 24 * 3600 * 1000

  /// For a row that was read; rules make one from the call they answer.
  public init(account: AccountLabel, requestID: RequestID, answer: Answer, expiresAt: UInt64) {
    self.account = account
    self.requestID = requestID
    self.answer = answer
    self.expiresAt = expiresAt
  }
}
