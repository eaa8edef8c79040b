public import GroveIdentity

/// Which statements this device has been shown of some accounts (content type 5, protocol 11.2):
/// whoever was shown something else now knows.
public struct Gossip: ContentBody {
  /// Type 5 (protocol 18.3).
  public static let contentType = ContentType.gossip

  /// One account and the statement seen of it.
  public struct Entry: Hashable, Sendable, Codable {
    /// Whose statement it is.
    public var account: AccountID
    /// The statement's number; 0 for the genesis statement.
    public var seq: DecimalUInt64
    /// Two devices that have different hashes under one number were shown different lists.
    public var hash: StatementHash

    /// Made from the newest statement of a chain this device has verified.
    public init(account: AccountID, statement: StatementReference) {
      self.account = account
      self.seq = DecimalUInt64(statement.seq)
      self.hash = statement.hash
    }

    /// Number and hash together, for `StatementChain.judge(seen:)`.
    public var statement: StatementReference {
      StatementReference(seq: seq.value, hash: hash)
    }
  }

  /// Written as `"v":1`; another version is refused when it is read.
  public private(set) var v = ContentVersion()
  /// At most 256: `{account, seq, hash}`.
  public var seen: [Entry]

  /// Made by a device for the people it writes to.
  public init(seen: [Entry]) { self.seen = seen }

  /// Checked before it is sent and after it was read.
  /// - Throws: `limitExceeded` above 256 entries.
  public func checkLimits() throws(IdentityError) {
    try ContentLimit.check(count: seen.count, ContentLimit.participants, "seen")
  }
}
