public import GroveIdentity

/// First over the rendezvous, from the existing device: which account, at which point, with which
/// entry (protocol 3.8). The relay carries it and could replace it, so both people's screens show
/// `digits`, and nothing is signed before they have been compared.
public struct DeviceLinkOffer: Hashable, Sendable, Codable {
  /// Written as `"v":1`; another version is refused when it is read.
  public private(set) var v = ContentVersion()
  /// The account that the new device would belong to.
  public var accountID: AccountID
  /// The newest statement, which the possession signature names.
  public var prevHash: StatementHash
  /// The 147-byte entry to be added.
  public var entry: Base64URLBytes

  /// Made by the existing device from what it has scanned.
  /// - Parameter chain: the existing device's own.
  public init(_ request: DeviceLinkRequest, flags: DeviceEntry.Flags, chain: StatementChain) {
    accountID = chain.accountID
    prevHash = chain.newestHash
    entry = Base64URLBytes(request.entry(flags: flags).encoded)
  }

  /// What both devices show for comparing.
  public var digits: AccountDigits { AccountDigits(accountID) }

  /// Asked by the new device: the entry holds exactly its own keys.
  public func check(_ request: DeviceLinkRequest) -> Result<DeviceEntry, DeviceLinkRefusal> {
    guard let entry = try? DeviceEntry(encoded: entry.bytes) else { return .failure(.malformed) }
    guard entry == request.entry(flags: entry.flags) else { return .failure(.entryMismatch) }
    return .success(entry)
  }
}
