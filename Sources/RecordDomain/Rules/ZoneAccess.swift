import CollaborationDomain
import GroveIdentity

/// A zone as a request names it.
public struct ZoneAddress: Hashable, Sendable {
  public enum Scope: String, Hashable, Sendable {
    case `public`, `private`, shared
  }

  public var container: ContainerID
  public var scope: Scope
  /// Of a shared database: whose zone; otherwise nil.
  public var owner: RecordUserName?
  public var name: ZoneName

  public init(container: ContainerID, scope: Scope, owner: RecordUserName? = nil, name: ZoneName) {
    self.container = container
    self.scope = scope
    self.owner = owner
    self.name = name
  }
}

/// A zone that somebody reached, with what they may do there: derived anew in every transaction.
struct ZoneAccess {
  enum Reach {
    /// The owner.
    case everything
    /// The public database: everybody reads, who made a record changes it.
    case ownRecords
    /// The records below these shares.
    case shares([RecordName: DocumentAccess])
  }

  var zone: ZoneRecord
  var reach: Reach

  /// What hangs below these only; nil: everything. A share of the whole zone is everything.
  var visibleShares: [RecordName]? {
    guard case .shares(let shares) = reach, shares[.zoneShare] == nil else { return nil }
    return shares.keys.sorted()
  }

  func sees(_ record: StoredRecord) -> Bool {
    guard let visibleShares else { return true }
    return record.coveringShare.map(visibleShares.contains) ?? false
  }

  /// Whether a record may be changed, made (with the share above its parent) or deleted.
  func mayWrite(_ record: StoredRecord, by account: AccountLabel) -> Bool {
    switch reach {
    case .everything: true
    case .ownRecords: record.creator == account
    case .shares(let shares):
      (shares[.zoneShare] ?? record.coveringShare.flatMap { shares[$0] }) == .readWrite
    }
  }
}

extension RecordReader {
  /// - Throws: `unauthenticated`, `accountDisabled`.
  func admit(_ call: Call) throws {
    do {
      try collaborations.admit(call)
    } catch CollaborationRefusal.accountDisabled {
      throw RecordRefusal.accountDisabled
    } catch is CollaborationRefusal {
      throw RecordRefusal.unauthenticated
    }
  }

  /// The zone of an address as the caller may use it.
  /// - Throws: `zoneNotFound`, also where there is one that the caller may not know of.
  func reach(_ address: ZoneAddress, for call: Call) throws -> ZoneAccess {
    try admit(call)
    switch address.scope {
    case .private:
      let database = RecordDatabase(container: address.container, owner: call.account)
      return ZoneAccess(zone: try zone(address.name, of: database), reach: .everything)
    case .public:
      let database = RecordDatabase(container: address.container, owner: nil)
      return ZoneAccess(zone: try zone(address.name, of: database), reach: .ownRecords)
    case .shared: return try sharedZone(address, for: call)
    }
  }

  private func zone(_ name: ZoneName, of database: RecordDatabase) throws -> ZoneRecord {
    guard let found = try zone(ZoneKey(database: database, name: name)) else {
      throw RecordRefusal.zoneNotFound
    }
    return found
  }

  private func sharedZone(_ address: ZoneAddress, for call: Call) throws -> ZoneAccess {
    guard let name = address.owner, let owner = try user(named: name, in: address.container),
      owner.account != call.account
    else { throw RecordRefusal.zoneNotFound }
    let found = try zone(
      address.name, of: RecordDatabase(container: address.container, owner: owner.account))
    let shares = try sharesInForce(for: call, in: address.container, zone: found.id)
    guard !shares.isEmpty else { throw RecordRefusal.zoneNotFound }
    let rights = Dictionary(uniqueKeysWithValues: shares.map { ($0.share.name, $0.access) })
    return ZoneAccess(zone: found, reach: .shares(rights))
  }

  /// What others share with the caller, each by the join of protocol 9.1.
  /// - Parameter zone: nil for the whole container.
  func sharesInForce(for call: Call, in container: ContainerID, zone: ZoneID? = nil) throws
    -> [(share: RecordShare, access: DocumentAccess)]
  {
    let granted = try shares(
      grantedTo: call.account, container: container, zone: zone, limit: RecordLimits.sharesOfAccount
    )
    return try granted.compactMap { share in
      do {
        let found = try collaborations.accessibleDocument(of: call, in: share.documentID)
        return (share, found.access)
      } catch is CollaborationRefusal {
        return nil
      }
    }
  }
}
