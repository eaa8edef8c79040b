public import CollaborationDomain
public import GroveIdentity

/// Where records are kept: in the collaboration server's database, so that who may see a record and the record are
/// looked at in one transaction.
public protocol RecordStore: Sendable {
  /// Runs `decide` against the rows, applies its changes in order, commits durably, and answers. `decide` may be
  /// run again. Where changes wait, each group takes its turn.
  ///
  /// - Throws: `CollaborationStoreError`, or what `decide` throws; then nothing has changed, except that after
  ///   `outcomeUnknown` nobody can say.
  func changeRecords<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any RecordReader) throws -> RecordDecision<Answer>
  ) async throws -> Answer

  /// Looks at committed rows, all from the same moment.
  func readRecords<Answer: Sendable>(
    for group: String, _ look: @escaping @Sendable (any RecordReader) throws -> Answer
  ) async throws -> Answer
}

/// Row look-ups inside one transaction. Every method throws `CollaborationStoreError`.
public protocol RecordReader: AssetReader, QueryReader {
  /// Accounts, documents and who takes part in them.
  var collaborations: any CollaborationReader { get }

  func user(_ account: AccountLabel, in container: ContainerID) throws -> RecordUser?
  func user(named name: RecordUserName, in container: ContainerID) throws -> RecordUser?
  /// Those that the account has used.
  func containers(of account: AccountLabel) throws -> [ContainerID]
  /// The number of the newest change in a container; 0 where there is none.
  func clock(of container: ContainerID) throws -> UInt64

  /// The living zone of this name.
  func zone(_ key: ZoneKey) throws -> ZoneRecord?
  /// Living or not.
  func zone(_ id: ZoneID) throws -> ZoneRecord?
  /// How many live, counting no further than `limit`.
  func countZones(of database: RecordDatabase, upTo limit: Int) throws -> Int
  /// Living or not, changed after a number, by that, at most `limit`.
  func zones(of database: RecordDatabase, changedAfter number: UInt64, limit: Int) throws
    -> [ZoneRecord]

  func record(_ name: RecordName, in zone: ZoneID) throws -> StoredRecord?
  /// Records that hang right below one, in the order of their names, those after `name`, at most `limit`.
  func children(of parent: RecordName, in zone: ZoneID, after name: RecordName?, limit: Int) throws
    -> [StoredRecord]
  /// Records that go when this one does, at most `limit`.
  func owned(by name: RecordName, in zone: ZoneID, limit: Int) throws -> [RecordName]
  /// A zone's records and deletions after a number, by theirs, at most `limit`, and no more once the records have
  /// `bytes`; one always comes. `isMore`: whether there are others behind them.
  /// - Parameter shares: what hangs below these, and has left them, only; nil for everything.
  func changes(
    in zone: ZoneID, after number: UInt64, shares: [RecordName]?, limit: Int, bytes: Int
  ) throws -> (changes: [ZoneChange], isMore: Bool)

  /// Zones with deletions from before a time, and the newest number of those, at most `limit`.
  func oldDeletions(before time: UInt64, limit: Int) throws -> [(zone: ZoneID, upTo: UInt64)]
  /// Zones that ended before a time, at most `limit`.
  func endedZones(before time: UInt64, limit: Int) throws -> [ZoneID]

  func share(_ name: RecordName, in zone: ZoneID) throws -> RecordShare?
  func share(of document: DocumentID) throws -> RecordShare?
  /// In the order of their names, at most `limit`.
  func shares(in zone: ZoneID, limit: Int) throws -> [RecordShare]
  /// Those that the account is granted by the join of protocol 9.1, by zone and name, at most `limit`.
  /// - Parameter zone: nil for every zone of the container.
  func shares(grantedTo account: AccountLabel, container: ContainerID, zone: ZoneID?, limit: Int)
    throws
    -> [RecordShare]
}

/// An entry of a zone's feed.
public enum ZoneChange: Hashable, Sendable {
  case saved(StoredRecord)
  case deleted(RecordDeletion)

  /// Its place.
  public var changedAt: UInt64 {
    switch self {
    case .saved(let record): record.changedAt
    case .deleted(let deletion): deletion.changedAt
    }
  }
}

/// A row-level write. Each is a statement or two; none reads.
public enum RecordChange: Hashable, Sendable {
  case collaboration(CollaborationChange)
  /// Inserts or replaces by (container, account).
  case putUser(RecordUser)
  case setClock(ContainerID, UInt64)
  /// Inserts or replaces by identifier.
  case putZone(ZoneRecord)
  /// Deletes a zone's records, deletions, shares and indexes.
  case forgetContent(ZoneID)
  /// Inserts or replaces by (zone, name), with its indexes; a deletion of that name goes.
  case putRecord(StoredRecord)
  /// Deletes a record with its indexes.
  case removeRecord(RecordName, ZoneID)
  /// Inserts or replaces by (zone, name, left share).
  case putDeletion(RecordDeletion)
  /// Deletes a zone's deletions up to a number, inclusive.
  case forgetDeletions(ZoneID, upTo: UInt64)
  /// Deletes the row of a zone that has ended.
  case removeZone(ZoneID)
  case putShare(RecordShare)
  case removeShare(RecordName, ZoneID)
  case asset(AssetChange)
}

/// What a rule answers, and what is written if so.
public struct RecordDecision<Answer: Sendable>: Sendable {
  public var changes: [RecordChange]
  public var answer: Answer

  public init(_ answer: Answer, changes: [RecordChange] = []) {
    self.changes = changes
    self.answer = answer
  }
}
