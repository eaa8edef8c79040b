import GroveIdentity
public import GroveWire

/// Records of an app's container (decision 0029). Each is refused with `bad_container` where the server does not keep it.
extension CollaborationClient {
  /// Who the caller is there.
  public func recordUser(in container: String) async throws(ClientError) -> RecordUserIdentity {
    try await caller.call(CollaborationRoutes.recordUser, path: [container])
  }

  /// Makes and deletes zones of the caller's private database.
  public func modifyRecordZones(_ body: ModifyRecordZones, in container: String)
    async throws(ClientError) -> RecordZoneResults
  {
    try await caller.call(CollaborationRoutes.modifyRecordZones, .json(body), path: [container])
  }

  public func recordZones(_ body: LookUpRecordZones, in container: String)
    async throws(ClientError) -> RecordZoneResults
  {
    try await caller.call(CollaborationRoutes.lookUpRecordZones, .json(body), path: [container])
  }

  /// Saves and deletes in one transaction. Refused with `zone_not_found`, `limit_exceeded`,
  /// `invalid_arguments`, `quota_exceeded`; what became of each record stands in the answer.
  public func modifyRecords(_ body: ModifyRecords, in container: String)
    async throws(ClientError) -> RecordsModified
  {
    try await caller.call(CollaborationRoutes.modifyRecords, .json(body), path: [container])
  }

  public func records(_ body: LookUpRecords, in container: String) async throws(ClientError)
    -> RecordsFound
  {
    try await caller.call(CollaborationRoutes.lookUpRecords, .json(body), path: [container])
  }

  /// A page of what has changed in a zone. Refused with `zone_not_found`, `token_expired`.
  public func zoneChanges(_ body: LookUpZoneChanges, in container: String)
    async throws(ClientError) -> ZoneChanges
  {
    try await caller.call(CollaborationRoutes.zoneChanges, .json(body), path: [container])
  }

  /// Which zones have changed. Refused with `token_expired`.
  public func databaseChanges(_ body: LookUpDatabaseChanges, in container: String)
    async throws(ClientError) -> DatabaseChanges
  {
    try await caller.call(CollaborationRoutes.databaseChanges, .json(body), path: [container])
  }
}
