import CloudKit
import Testing

/// The calls that small apps make, in the order in which they make them, at a real server.
@Suite(.timeLimit(.minutes(3)))
struct SampleCallTests {
  /// Fetches a zone from nothing, a few records at a time.
  private static func everything(in zone: CKRecordZone.ID, of database: CKDatabase) async throws
    -> [CKRecord]
  {
    var records: [CKRecord] = []
    var (token, moreComing): (CKServerChangeToken?, Bool) = (nil, true)
    while moreComing {
      let changes = try await database.recordZoneChanges(
        inZoneWith: zone, since: token, resultsLimit: 2)
      records += changes.modificationResultsByID.values.compactMap { try? $0.get().record }
      (token, moreComing) = (changes.changeToken, changes.moreComing)
    }
    return records
  }

  @Test func `an app that shares a record finds its zone, its records and its share again`()
    async throws
  {
    try await CloudTestServer.run { server in
      let database = try server.container("ann").database(with: .private)
      let zone = CKRecordZone(zoneName: "Contacts")
      let (saved, _) = try await database.modifyRecordZones(saving: [zone], deleting: [])
      #expect(try saved[zone.zoneID]?.get().zoneID == zone.zoneID)
      let zones = try await database.allRecordZones().map(\.zoneID)
      #expect(zones.filter { $0 != CKRecordZone.default().zoneID } == [zone.zoneID])
      for name in ["Ann", "Ben", "Cleo", "Dan", "Eve"] {
        let id = CKRecord.ID(recordName: name, zoneID: zone.zoneID)
        let record = CKRecord(recordType: "Contact", recordID: id)
        record["name"] = name
        try await database.save(record)
      }
      let contacts = try await Self.everything(in: zone.zoneID, of: database)
      #expect(contacts.count == 5 && Set(contacts.compactMap { $0["name"] as String? }).count == 5)
      let ben = try #require(contacts.first { $0["name"] == "Ben" })
      let share = CKShare(rootRecord: ben)
      share[CKShare.SystemFieldKey.title] = "Ben's number"
      _ = try await database.modifyRecords(saving: [ben, share], deleting: [])
      let reference = try #require(try await database.record(for: ben.recordID).share)
      let found = try #require(
        try await database.record(for: reference.recordID) as? CKShare)
      #expect(found.url != nil && found[CKShare.SystemFieldKey.title] == "Ben's number")
      #expect(found.owner.userIdentity.nameComponents?.nickname == "The ann")
      #expect(found.owner == found.currentUserParticipant)
    }
  }

  @Test func `an app that shares a zone finds the share at the zone`() async throws {
    try await CloudTestServer.run { server in
      let database = try server.container("ann").privateCloudDatabase
      let zone = try await database.save(CKRecordZone(zoneName: "Group"))
      let share = CKShare(recordZoneID: zone.zoneID)
      share.publicPermission = .readOnly
      try await database.save(share)
      let reference = try #require(try await database.recordZone(for: zone.zoneID).share)
      let found = try await database.record(for: reference.recordID) as? CKShare
      #expect(found?.publicPermission == .readOnly && found?.url == share.url)
    }
  }
}
