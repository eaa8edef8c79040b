public import GroveIdentity

/// The new epoch, and what was cut: when this answer arrives no stream or write of a removed
/// account is served any more (design 5.5).
public struct IdentitiesUpdated: Hashable, Sendable, Codable {
  /// Live sessions ended by a removal.
  public struct Cut: Hashable, Sendable, Codable {
    /// Accounts that lost access.
    public var accounts: Int
    /// Open streams that were ended.
    public var streams: Int
    /// From commit to the last stream's end.
    public var microseconds: Int

    /// Counted by the server while it cut.
    public init(accounts: Int, streams: Int, microseconds: Int) {
      self.accounts = accounts
      self.streams = streams
      self.microseconds = microseconds
    }
  }

  /// The membership counter after the update; the first answer's where a request was repeated.
  public var epoch: DecimalUInt64
  /// What was served to those who lost access and is served no longer.
  public var cut: Cut

  /// What a server answers to `UpdateIdentities`.
  public init(epoch: DecimalUInt64, cut: Cut) {
    self.epoch = epoch
    self.cut = cut
  }
}
