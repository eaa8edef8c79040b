extension CKSyncEngine {
  /// What an app is told, one after the other: the next one comes when `handleEvent` has returned.
  public enum Event: Sendable, CustomStringConvertible {
    /// To be kept, with everything that was told before it.
    case stateUpdate(StateUpdate)
    case accountChange(AccountChange)
    case fetchedDatabaseChanges(FetchedDatabaseChanges)
    case fetchedRecordZoneChanges(FetchedRecordZoneChanges)
    case sentDatabaseChanges(SentDatabaseChanges)
    case sentRecordZoneChanges(SentRecordZoneChanges)
    case willFetchChanges(WillFetchChanges)
    case willFetchRecordZoneChanges(WillFetchRecordZoneChanges)
    case didFetchRecordZoneChanges(DidFetchRecordZoneChanges)
    case didFetchChanges(DidFetchChanges)
    case willSendChanges(WillSendChanges)
    case didSendChanges(DidSendChanges)

    public struct StateUpdate: Sendable {
      public let stateSerialization: State.Serialization
    }

    /// Somebody else is signed in, or nobody. Where there was somebody before, the engine has forgotten its tokens and
    /// pending changes.
    public struct AccountChange: Sendable {
      public enum ChangeType: Equatable, Sendable {
        case signIn(currentUser: CKRecord.ID)
        case signOut(previousUser: CKRecord.ID)
        case switchAccounts(previousUser: CKRecord.ID, currentUser: CKRecord.ID)
      }

      public let changeType: ChangeType
    }

    public struct FetchedDatabaseChanges: Sendable {
      public let modifications: [CKDatabase.DatabaseChange.Modification]
      public let deletions: [CKDatabase.DatabaseChange.Deletion]
    }

    public struct FetchedRecordZoneChanges: Sendable {
      public let modifications: [CKDatabase.RecordZoneChange.Modification]
      public let deletions: [CKDatabase.RecordZoneChange.Deletion]
    }

    /// What became of zones that were sent.
    public struct SentDatabaseChanges: Sendable {
      public struct FailedZoneSave: Sendable {
        public let zone: CKRecordZone
        public let error: CKError
      }

      public let savedZones: [CKRecordZone]
      public let failedZoneSaves: [FailedZoneSave]
      public let deletedZoneIDs: [CKRecordZone.ID]
      public let failedZoneDeletes: [CKRecordZone.ID: CKError]
    }

    /// What became of records that were sent. `CKSyncEngine` says which failures the engine sends again by itself.
    public struct SentRecordZoneChanges: Sendable {
      public struct FailedRecordSave: Sendable {
        public let record: CKRecord
        public let error: CKError
      }

      public let savedRecords: [CKRecord]
      public let failedRecordSaves: [FailedRecordSave]
      public let deletedRecordIDs: [CKRecord.ID]
      public let failedRecordDeletes: [CKRecord.ID: CKError]
    }

    public struct WillFetchChanges: Sendable { public let context: FetchChangesContext }

    public struct WillFetchRecordZoneChanges: Sendable { public let zoneID: CKRecordZone.ID }

    public struct DidFetchRecordZoneChanges: Sendable {
      public let zoneID: CKRecordZone.ID
      /// Why not everything was fetched.
      public let error: CKError?
    }

    public struct DidFetchChanges: Sendable { public let context: FetchChangesContext }

    public struct WillSendChanges: Sendable { public let context: SendChangesContext }

    public struct DidSendChanges: Sendable { public let context: SendChangesContext }

    public var description: String {
      switch self {
      case .stateUpdate: "stateUpdate"
      case .accountChange(let event): "accountChange \(event.changeType)"
      case .fetchedDatabaseChanges(let event):
        "fetchedDatabaseChanges +\(event.modifications.count) -\(event.deletions.count)"
      case .fetchedRecordZoneChanges(let event):
        "fetchedRecordZoneChanges +\(event.modifications.count) -\(event.deletions.count)"
      case .sentDatabaseChanges(let event):
        "sentDatabaseChanges +\(event.savedZones.count) -\(event.deletedZoneIDs.count)"
      case .sentRecordZoneChanges(let event):
        "sentRecordZoneChanges +\(event.savedRecords.count) -\(event.deletedRecordIDs.count)"
      case .willFetchChanges: "willFetchChanges"
      case .willFetchRecordZoneChanges(let event): "willFetchRecordZoneChanges \(event.zoneID)"
      case .didFetchRecordZoneChanges(let event): "didFetchRecordZoneChanges \(event.zoneID)"
      case .didFetchChanges: "didFetchChanges"
      case .willSendChanges: "willSendChanges"
      case .didSendChanges: "didSendChanges"
      }
    }
  }
}
