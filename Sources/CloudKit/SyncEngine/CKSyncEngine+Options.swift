extension CKSyncEngine {
  /// Who asked for it.
  public enum SyncReason: Hashable, Sendable {
    /// The engine by itself.
    case scheduled
    /// The app.
    case manual
  }

  /// What is fetched.
  public struct FetchChangesOptions: Sendable, CustomStringConvertible {
    /// Which zones.
    public enum Scope: Hashable, Sendable {
      case all
      case allExcluding([CKRecordZone.ID])
      case zoneIDs([CKRecordZone.ID])

      public func contains(_ zoneID: CKRecordZone.ID) -> Bool {
        switch self {
        case .all: true
        case .allExcluding(let zones): !zones.contains(zoneID)
        case .zoneIDs(let zones): zones.contains(zoneID)
        }
      }
    }

    public var scope: Scope
    public var operationGroup: CKOperationGroup
    /// These before the others.
    public var prioritizedZoneIDs: [CKRecordZone.ID] = []

    public init(scope: Scope = .all, operationGroup: CKOperationGroup? = nil) {
      self.scope = scope
      self.operationGroup = operationGroup ?? CKOperationGroup()
    }

    public var description: String { "<CKSyncEngine.FetchChangesOptions \(scope)>" }
  }

  /// What is sent.
  public struct SendChangesOptions: Sendable, CustomStringConvertible {
    /// Which changes.
    public enum Scope: Hashable, Sendable {
      case all
      case allExcluding([CKRecordZone.ID])
      case zoneIDs([CKRecordZone.ID])
      /// Records alone: no zones are made or deleted.
      case recordIDs([CKRecord.ID])

      public func contains(_ recordID: CKRecord.ID) -> Bool {
        if case .recordIDs(let records) = self { return records.contains(recordID) }
        return contains(zone: recordID.zoneID)
      }

      public func contains(_ pendingRecordZoneChange: PendingRecordZoneChange) -> Bool {
        contains(pendingRecordZoneChange.item)
      }

      /// Whether the zone itself is made or deleted.
      func contains(zone: CKRecordZone.ID) -> Bool {
        switch self {
        case .all: true
        case .allExcluding(let zones): !zones.contains(zone)
        case .zoneIDs(let zones): zones.contains(zone)
        case .recordIDs: false
        }
      }
    }

    public var scope: Scope
    public var operationGroup: CKOperationGroup

    public init(scope: Scope = .all, operationGroup: CKOperationGroup? = nil) {
      self.scope = scope
      self.operationGroup = operationGroup ?? CKOperationGroup()
    }

    public var description: String { "<CKSyncEngine.SendChangesOptions \(scope)>" }
  }

  /// Why something is fetched, and what.
  public struct FetchChangesContext: Sendable, CustomStringConvertible {
    public let reason: SyncReason
    public let options: FetchChangesOptions

    public var description: String { "<CKSyncEngine.FetchChangesContext \(reason) \(options)>" }
  }

  /// Why something is sent, and what.
  public struct SendChangesContext: Sendable, CustomStringConvertible {
    public let reason: SyncReason
    public let options: SendChangesOptions

    public var description: String { "<CKSyncEngine.SendChangesContext \(reason) \(options)>" }
  }
}
