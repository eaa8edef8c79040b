public import CollaborationDomain
public import GroveIdentity

/// Where drives are kept: in the collaboration server's database, so that whether an account is there and may act is
/// looked at in the transaction that reads or writes its files.
public protocol DriveStore: Sendable {
  /// Runs `decide` against the rows, applies its changes in order, commits durably, and answers. `decide` may be run
  /// again. Where changes wait, each group takes its turn.
  ///
  /// - Throws: `CollaborationStoreError`, or what `decide` throws; then nothing has changed, except that after
  ///   `outcomeUnknown` nobody can say.
  func changeDrives<Answer: Sendable>(
    for group: String,
    _ decide: @escaping @Sendable (any DriveReader) throws -> DriveDecision<Answer>
  ) async throws -> Answer

  /// Looks at committed rows, all from the same moment.
  func readDrives<Answer: Sendable>(
    for group: String, _ look: @escaping @Sendable (any DriveReader) throws -> Answer
  ) async throws -> Answer
}

/// Row look-ups inside one transaction. Every method throws `CollaborationStoreError`.
public protocol DriveReader {
  /// Accounts and their sessions.
  var collaborations: any CollaborationReader { get }

  func drive(of account: AccountLabel) throws -> DriveRecord?
  func node(_ id: DriveNodeID) throws -> DriveNode?
  /// The folder it lies in; nil for a drive's own folder, for what lies in the bin, and where there is nothing.
  func parent(of id: DriveNodeID) throws -> DriveNodeID?
  /// What a folder holds under a name.
  func child(of parent: DriveNodeID, key: String) throws -> DriveNode?
  /// What a folder holds, by the keys of names, those after `key`, at most `limit`.
  func children(of parent: DriveNodeID, after key: String?, limit: Int) throws -> [DriveNode]
  /// The folders among them, in the same order, at most `limit`.
  func folders(in parent: DriveNodeID, limit: Int) throws -> [DriveNodeID]
  /// By their names.
  func properties(of node: DriveNodeID) throws -> [DriveProperty]
  /// By their numbers.
  func versions(of node: DriveNodeID) throws -> [DriveVersion]
  /// Those that were replaced first, at most `limit`.
  func oldestVersions(of account: AccountLabel, limit: Int) throws -> [DriveVersion]

  /// Whatever their age, by their tokens.
  func locks(of account: AccountLabel) throws -> [DriveLock]
  /// Those that expired at or before a time, at most `limit`.
  func oldLocks(before time: UInt64, limit: Int) throws -> [DriveLockToken]

  /// What an account has in its bin and is not being erased, the newest first, those behind `node`, at most `limit`.
  func binned(of account: AccountLabel, after node: DriveNode?, limit: Int) throws -> [DriveNode]
  /// Something of the account's in the bin, whether it is being erased or not.
  func anyBinned(of account: AccountLabel) throws -> DriveNode?
  /// Something in anybody's bin from before a time.
  func oldBinned(before time: UInt64) throws -> DriveNode?

  /// That something is shared, or was before; nil where it never was.
  func share(on node: DriveNodeID) throws -> DriveShare?
  /// What stands before a document.
  func share(of document: DocumentID) throws -> DriveShare?
  /// Those in an account's drive by what they share, those after `node`, at most `limit`.
  func shares(of account: AccountLabel, after node: DriveNodeID?, limit: Int) throws -> [DriveShare]

  func upload(_ file: DriveFileID) throws -> DriveUpload?
  /// Uploads of an account: how many, and the bytes of those that are not complete, as announced.
  func uploadUse(of account: AccountLabel) throws -> (count: Int, bytes: UInt64)
  /// Those that expired at or before a time, at most `limit`.
  func oldUploads(before time: UInt64, limit: Int) throws -> [DriveFileID]

  /// Whether a row names the file.
  func isKnown(_ file: DriveFileID) throws -> Bool
  /// Files that lost something which named them and were not looked at since, at most `limit`; `isNeeded`: whether
  /// something else names them.
  func looseFiles(limit: Int) throws -> [(file: DriveFileID, isNeeded: Bool)]

  func password(_ hash: AppPasswordHash) throws -> AppPassword?
  /// In the order in which they were made.
  func passwords(of account: AccountLabel) throws -> [AppPassword]
}

/// A row-level write. Each is a statement or a few; none reads.
public enum DriveChange: Hashable, Sendable {
  case collaboration(CollaborationChange)
  /// Inserts or replaces by account.
  case putDrive(DriveRecord)
  case removeDrive(AccountLabel)
  /// Inserts or replaces by identifier. What it held before is looked at.
  case putNode(DriveNode)
  /// Deletes it with its properties, versions, locks and share; what those held is looked at.
  case removeNode(DriveNodeID)
  case putVersion(DriveVersion)
  /// Deletes one; what it held is looked at.
  case removeVersion(DriveNodeID, UInt64)
  /// Inserts or replaces by (node, name).
  case putProperty(DriveNodeID, DriveProperty)
  case removeProperty(DriveNodeID, DrivePropertyName)
  /// Inserts or replaces by token.
  case putLock(DriveLock)
  case removeLock(DriveLockToken)
  /// Inserts or replaces by node.
  case putShare(DriveShare)
  case removeShare(DriveNodeID)
  /// Bytes that are durable beside the database; their row comes before those that name them.
  case putFile(DriveFileID, size: UInt64)
  /// Deletes the row of bytes that nothing names.
  case removeFile(DriveFileID)
  /// They were looked at, and are needed.
  case keepFile(DriveFileID)
  /// Inserts or replaces by file.
  case putUpload(DriveUpload)
  /// Deletes one; what it held is looked at.
  case removeUpload(DriveFileID)
  /// Deletes all uploads of an account; what they held is looked at.
  case removeUploads(of: AccountLabel)
  /// Inserts or replaces by hash.
  case putPassword(AppPassword)
  case removePassword(AppPasswordHash)
}

/// What a rule answers, and what is written if so.
public struct DriveDecision<Answer: Sendable>: Sendable {
  public var changes: [DriveChange]
  public var answer: Answer

  public init(_ answer: Answer, changes: [DriveChange] = []) {
    self.changes = changes
    self.answer = answer
  }
}
