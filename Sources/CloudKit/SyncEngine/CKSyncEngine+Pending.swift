extension CKSyncEngine {
  /// A record that is to be sent.
  public enum PendingRecordZoneChange: Hashable, Sendable {
    case saveRecord(CKRecord.ID)
    case deleteRecord(CKRecord.ID)
  }

  /// A zone that is to be sent.
  public enum PendingDatabaseChange: Hashable, Sendable {
    case saveZone(CKRecordZone)
    case deleteZone(CKRecordZone.ID)
  }

  /// Records to be sent at once.
  public struct RecordZoneChangeBatch: Sendable, CustomStringConvertible {
    /// At most so many records in a batch that is made from pending changes.
    static let mostItems = 250

    public var recordsToSave: [CKRecord]
    public var recordIDsToDelete: [CKRecord.ID]
    /// Whether all of a zone's items are done or none.
    public var atomicByZone: Bool

    public init(
      recordsToSave: [CKRecord] = [], recordIDsToDelete: [CKRecord.ID] = [],
      atomicByZone: Bool = false
    ) {
      self.recordsToSave = recordsToSave
      self.recordIDsToDelete = recordIDsToDelete
      self.atomicByZone = atomicByZone
    }

    /// The first of some changes: 250 at most, and 2 MiB of fields.
    /// - Parameter recordProvider: the record to be saved; nil leaves it out, and it stays pending.
    /// - Returns: nil where nothing is to be sent.
    public init?(
      pendingChanges: [PendingRecordZoneChange],
      recordProvider: @Sendable (CKRecord.ID) async -> CKRecord?
    ) async {
      self.init()
      var bytes = 0
      for change in pendingChanges where count < Self.mostItems {
        switch change {
        case .deleteRecord(let id): recordIDsToDelete.append(id)
        case .saveRecord(let id):
          guard let record = await recordProvider(id) else { continue }
          bytes += RecordDraft(record, .ifServerRecordUnchanged).size
          // One that is too large alone is sent, and refused with its reason.
          guard bytes <= ZoneBatch.mostBytes || count == 0 else { return }
          recordsToSave.append(record)
        }
      }
      if count == 0 { return nil }
    }

    var count: Int { recordsToSave.count + recordIDsToDelete.count }

    var changes: [PendingRecordZoneChange] {
      recordsToSave.map { .saveRecord($0.recordID) } + recordIDsToDelete.map { .deleteRecord($0) }
    }

    public var description: String {
      "<CKSyncEngine.RecordZoneChangeBatch \(recordsToSave.count) to save, "
        + "\(recordIDsToDelete.count) to delete>"
    }
  }
}

extension CKSyncEngine.PendingRecordZoneChange: PendingChange {
  var item: CKRecord.ID {
    switch self {
    case .saveRecord(let id), .deleteRecord(let id): id
    }
  }
}

extension CKSyncEngine.PendingDatabaseChange: PendingChange {
  var item: CKRecordZone.ID {
    switch self {
    case .saveZone(let zone): zone.zoneID
    case .deleteZone(let id): id
    }
  }
}
