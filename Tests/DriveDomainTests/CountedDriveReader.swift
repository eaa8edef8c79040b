import CollaborationDomain
import DriveDomain
import GroveIdentity

/// Counts the look-ups of files, folders, and what is shared.
final class CountedDriveReader: DriveReader {
  private let reader: any DriveReader
  private(set) var count = 0

  init(_ reader: any DriveReader) { self.reader = reader }

  private func counted<Value>(_ look: (any DriveReader) throws -> Value) rethrows -> Value {
    count += 1
    return try look(reader)
  }

  var collaborations: any CollaborationReader { reader.collaborations }

  func node(_ id: DriveNodeID) throws -> DriveNode? { try counted { try $0.node(id) } }
  func parent(of id: DriveNodeID) throws -> DriveNodeID? { try counted { try $0.parent(of: id) } }
  func child(of parent: DriveNodeID, key: String) throws -> DriveNode? {
    try counted { try $0.child(of: parent, key: key) }
  }
  func share(on node: DriveNodeID) throws -> DriveShare? { try counted { try $0.share(on: node) } }
  func share(of document: DocumentID) throws -> DriveShare? {
    try counted { try $0.share(of: document) }
  }

  func drive(of account: AccountLabel) throws -> DriveRecord? { try reader.drive(of: account) }
  func children(of parent: DriveNodeID, after key: String?, limit: Int) throws -> [DriveNode] {
    try reader.children(of: parent, after: key, limit: limit)
  }
  func folders(in parent: DriveNodeID, limit: Int) throws -> [DriveNodeID] {
    try reader.folders(in: parent, limit: limit)
  }
  func properties(of node: DriveNodeID) throws -> [DriveProperty] {
    try reader.properties(of: node)
  }
  func versions(of node: DriveNodeID) throws -> [DriveVersion] { try reader.versions(of: node) }
  func oldestVersions(of account: AccountLabel, limit: Int) throws -> [DriveVersion] {
    try reader.oldestVersions(of: account, limit: limit)
  }
  func locks(of account: AccountLabel) throws -> [DriveLock] { try reader.locks(of: account) }
  func oldLocks(before time: UInt64, limit: Int) throws -> [DriveLockToken] {
    try reader.oldLocks(before: time, limit: limit)
  }
  func binned(of account: AccountLabel, after node: DriveNode?, limit: Int) throws -> [DriveNode] {
    try reader.binned(of: account, after: node, limit: limit)
  }
  func anyBinned(of account: AccountLabel) throws -> DriveNode? {
    try reader.anyBinned(of: account)
  }
  func oldBinned(before time: UInt64) throws -> DriveNode? { try reader.oldBinned(before: time) }
  func shares(of account: AccountLabel, after node: DriveNodeID?, limit: Int) throws
    -> [DriveShare]
  {
    try reader.shares(of: account, after: node, limit: limit)
  }
  func upload(_ file: DriveFileID) throws -> DriveUpload? { try reader.upload(file) }
  func uploadUse(of account: AccountLabel) throws -> (count: Int, bytes: UInt64) {
    try reader.uploadUse(of: account)
  }
  func oldUploads(before time: UInt64, limit: Int) throws -> [DriveFileID] {
    try reader.oldUploads(before: time, limit: limit)
  }
  func isKnown(_ file: DriveFileID) throws -> Bool { try reader.isKnown(file) }
  func looseFiles(limit: Int) throws -> [(file: DriveFileID, isNeeded: Bool)] {
    try reader.looseFiles(limit: limit)
  }
  func password(_ hash: AppPasswordHash) throws -> AppPassword? { try reader.password(hash) }
  func passwords(of account: AccountLabel) throws -> [AppPassword] {
    try reader.passwords(of: account)
  }
}
