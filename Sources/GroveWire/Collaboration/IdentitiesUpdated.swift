public import GroveIdentity

/// The new epoch, and what was cut: when this answer arrives no stream or write of a removed
/// account is served any more (design 5.5).
public struct IdentitiesUpdated: Hashable, Sendable, Codable {
  /// Live sessions ended by a removal.
  public struct Cut: Hashable, Sendable, Codable {
    /// Accounts that lost access.
    public var accounts: Int
    /// Which those are, the first 256 of them; nil where sharing has ended, for everybody.
    public var accountLabels: [AccountLabel]?
    /// Open streams that were ended.
    public var streams: Int
    /// From commit to the last stream's end.
    public var microseconds: Int
    /// The other nodes; nil where the server is one.
    public var nodes: Nodes?

    /// Nodes of the server that had streams to end, too: each has confirmed, or its lease has run out.
    public struct Nodes: Hashable, Sendable, Codable {
      /// Those whose lease lived when the removal was committed.
      public var asked: Int
      /// Those that said that they send nothing any more.
      public var confirmed: Int
      /// Those that may not send anything any more, because they could not renew their lease.
      public var expired: Int

      /// Counted by the node that removed.
      public init(asked: Int, confirmed: Int, expired: Int) {
        self.asked = asked
        self.confirmed = confirmed
        self.expired = expired
      }
    }

    /// More accounts are counted, and not named.
    public static let mostLabels = 256

    /// Counted by the server while it cut; of the labels as many are kept as are told.
    public init(
      accounts: Int, accountLabels: [AccountLabel]? = nil, streams: Int, microseconds: Int,
      nodes: Nodes? = nil
    ) {
      self.accounts = accounts
      self.accountLabels = accountLabels.map { Array($0.prefix(Self.mostLabels)) }
      self.streams = streams
      self.microseconds = microseconds
      self.nodes = nodes
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
