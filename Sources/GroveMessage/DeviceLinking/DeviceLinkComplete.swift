public import GroveIdentity

/// Third, from the existing device: which statement was published with the new device in it
/// (protocol 3.8). The new device fetches the chain itself and believes only that.
public struct DeviceLinkComplete: Hashable, Sendable, Codable {
  /// Written as `"v":1`; another version is refused when it is read.
  public private(set) var v = ContentVersion()
  /// Must be the account of the offer.
  public var accountID: AccountID
  /// The published statement that lists the new device.
  public var statement: StatementReference

  /// Names the newest statement of the chain.
  /// - Parameter chain: the existing device's own, with the new device in its newest statement.
  public init(_ chain: StatementChain) {
    accountID = chain.accountID
    statement = chain.newest.reference
  }

  /// Asked by the new device: the published chain is of the account whose digits were compared, and
  /// lists exactly the entry it signed for.
  public func check(_ offer: DeviceLinkOffer, entry: DeviceEntry, chain: StatementChain)
    -> Result<AccountStatement, DeviceLinkRefusal>
  {
    guard accountID == offer.accountID, chain.accountID == offer.accountID else {
      return .failure(.accountMismatch)
    }
    guard let published = chain.statement(statement) else { return .failure(.statementUnknown) }
    guard published.device(entry.deviceID) == entry,
      chain.newest.device(entry.deviceID) == entry
    else { return .failure(.entryNotPublished) }
    return .success(published)
  }
}
