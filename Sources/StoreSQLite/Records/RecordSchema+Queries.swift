import GRDB
import StoreSQL

extension RecordSchema {
  /// Values of fields, in the order of a query: one row for each scalar, and for each element of a list. Elements have
  /// the kind of their value and 16. What a record's own columns say is indexed there.
  static let queries = """
    CREATE TABLE recordValue (
      zone BLOB NOT NULL,
      type TEXT NOT NULL,
      field TEXT NOT NULL,
      kind INTEGER NOT NULL,
      value ANY NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (zone, type, field, kind, value, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX record_type ON record (zone, type, name);
    CREATE INDEX record_created ON record (zone, type, createdAt, name);
    CREATE INDEX record_modified ON record (zone, type, modifiedAt, name);
    CREATE INDEX record_shared ON record (zone, coveringShare, type, name)
      WHERE coveringShare IS NOT NULL;
    """

  /// The same values as bytes in their order, which is one for every engine.
  static let orderedValues = """
    DROP TABLE recordValue;
    CREATE TABLE recordValue (
      zone BLOB NOT NULL,
      type TEXT NOT NULL,
      field TEXT NOT NULL,
      kind INTEGER NOT NULL,
      value BLOB NOT NULL,
      name TEXT NOT NULL,
      PRIMARY KEY (zone, type, field, kind, value, name)
    ) STRICT, WITHOUT ROWID;
    """

  /// Writes down the values of the records that are there already.
  static func indexRecords(_ db: Database) throws {
    try SQLiteConnection(db).putRecordValues()
  }
}
