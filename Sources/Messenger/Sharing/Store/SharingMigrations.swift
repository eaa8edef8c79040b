extension MessengerMigrations {
  /// The tables of sharing, as a frozen list like the device's.
  static let sharing: [(name: String, sql: String)] = [
    (
      "0001-sharing",
      """
      CREATE TABLE sharing_record (
        kind TEXT NOT NULL,
        key BLOB NOT NULL,
        value BLOB NOT NULL,
        PRIMARY KEY (kind, key)
      ) STRICT, WITHOUT ROWID;
      """
    )
  ]
}
