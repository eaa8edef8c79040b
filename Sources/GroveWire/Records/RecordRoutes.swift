extension CollaborationRoutes {
  // MARK: Records (decision 0029)

  public static let recordUser = Route<NoBody, RecordUserIdentity>(
    "recordUser", .post, "/collab/v1/containers/{container}/user",
    summary: """
      Who the caller is in a container; the first time, gives the caller a name there and the zones that are \
      always there.
      """,
    refusals: changes + [.badContainer])
  public static let modifyRecordZones = Route<ModifyRecordZones, RecordZoneResults>(
    "modifyRecordZones", .post, "/collab/v1/containers/{container}/zones/changes",
    summary: "Makes and deletes zones of the caller's private database, one after the other.",
    refusals: changes + [.badContainer, .limitExceeded])
  public static let lookUpRecordZones = Route<LookUpRecordZones, RecordZoneResults>(
    "lookUpRecordZones", .post, "/collab/v1/containers/{container}/zones/look-up",
    summary: "Zones by their names.", refusals: changes + [.badContainer, .limitExceeded])
  public static let modifyRecords = Route<ModifyRecords, RecordsModified>(
    "modifyRecords", .post, "/collab/v1/containers/{container}/records/changes",
    summary: """
      Saves and deletes records of one zone in one transaction. What became of each stands in the answer.
      """,
    refusals: changes + [
      .badContainer, .zoneNotFound, .limitExceeded, .invalidArguments, .quotaExceeded,
    ])
  public static let lookUpRecords = Route<LookUpRecords, RecordsFound>(
    "lookUpRecords", .post, "/collab/v1/containers/{container}/records/look-up",
    summary: "Records of one zone by their names.",
    refusals: changes + [.badContainer, .zoneNotFound, .limitExceeded])
  public static let zoneChanges = Route<LookUpZoneChanges, ZoneChanges>(
    "zoneChanges", .post, "/collab/v1/containers/{container}/changes/zone",
    summary: "What has changed in a zone, a page at a time; `limit` is 1 to 400.",
    refusals: changes + [.badContainer, .zoneNotFound, .tokenExpired])
  public static let databaseChanges = Route<LookUpDatabaseChanges, DatabaseChanges>(
    "databaseChanges", .post, "/collab/v1/containers/{container}/changes/database",
    summary: """
      Which zones of a database have changed, and which are gone. `limit` is 1 to 1000, and only for the private \
      database; of the shared one all are told.
      """,
    refusals: changes + [.badContainer, .badDatabase, .tokenExpired])
  public static let recordShare = Route<NoBody, FoundRecordShare>(
    "recordShare", .get, "/collab/v1/collaborations/{collaborationID}/record-share",
    summary: """
      The share that a link leads to, for whoever takes part; `not_found` also for what shares no records.
      """,
    refusals: [.gone])
  public static let recordStream = Route<NoBody, EventStream<RecordStreamEvent>>(
    "recordStream", .get, "/collab/v1/containers/{container}/changes/stream",
    summary: """
      Says when something has changed in the caller's private database or in what others share with the \
      caller. Events are named `ready` (from now on; what came before is to be asked for), `changed` and \
      `ended`; a comment line keeps the connection alive.
      """,
    refusals: [.badContainer, .limitExceeded])
  /// The first event of a container's stream, without data that counts.
  public static let recordReadyEventName = "ready"
  /// Events carrying a `RecordStreamEvent`; they have no `id`.
  public static let recordChangedEventName = "changed"

  static let aboutRecords = [
    recordUser.description, modifyRecordZones.description, lookUpRecordZones.description,
    modifyRecords.description, lookUpRecords.description, zoneChanges.description,
    databaseChanges.description, recordShare.description, recordStream.description,
  ]
}
