public import GroveIdentity

/// Which statements this device has been shown of some accounts (content type 5, protocol 11.2):
/// whoever was shown something else now knows.
public struct Gossip: ContentBody {
  public static let contentType = ContentType.gossip

  /// One account and the statement seen of it.
  public struct Entry: Hashable, Sendable, Codable {
    public var account: AccountID
    public var seq: DecimalUInt64
    public var hash: StatementHash

    public init(account: AccountID, statement: StatementReference) {
      self.account = account
      self.seq = DecimalUInt64(statement.seq)
      self.hash = statement.hash
    }

    public var statement: StatementReference {
      StatementReference(seq: seq.value, hash: hash)
    }
  }

  public private(set) var v = ContentVersion()
  /// At most 256: `{account, seq, hash}`.
  public var seen: [Entry]

  public init(seen: [Entry]) { self.seen = seen }

  public func checkLimits() throws(IdentityError) {
    try ContentLimit.check(count: seen.count, ContentLimit.participants, "seen")
  }
}
