import CollaborationDomain
import GroveIdentity

/// What one command has looked up in its one moment, so that it is looked up once: however many locks lie below one
/// folder, and however many paths a request names, the folders above them and what others share are read one time.
final class DriveMemory {
  private struct Standing: Hashable {
    var account: AccountLabel
    var document: DocumentID
  }

  private struct Place: Hashable {
    var parent: DriveNodeID
    var key: String
  }

  private let reader: any DriveReader
  private let now: UInt64
  private var children: [Place: DriveNode?] = [:]
  private var parents: [DriveNodeID: DriveNodeID?] = [:]
  private var shares: [AccountLabel: [DriveShare]] = [:]
  private var access: [Standing: DocumentAccess?] = [:]
  private var mounts: [AccountLabel: [DriveMount]] = [:]
  private var locks: [AccountLabel: DriveLockTable] = [:]

  init(_ reader: any DriveReader, at now: UInt64) {
    self.reader = reader
    self.now = now
  }

  /// What a folder holds under a name.
  func child(of parent: DriveNodeID, key: String) throws -> DriveNode? {
    let place = Place(parent: parent, key: key)
    if let known = children[place] { return known }
    let found = try reader.child(of: parent, key: key)
    children.updateValue(found, forKey: place)
    return found
  }

  /// Something, and every folder above it, the nearest first.
  func chain(of node: DriveNodeID) throws -> [DriveNodeID] {
    var (chain, place) = ([node], node)
    while let parent = try parent(of: place) {
      chain.append(parent)
      place = parent
    }
    return chain
  }

  /// Whether it is the folder itself, or lies in it, however deep.
  func lies(_ node: DriveNodeID, within folder: DriveNodeID) throws -> Bool {
    var place: DriveNodeID? = node
    while let here = place {
      if here == folder { return true }
      place = try parent(of: here)
    }
    return false
  }

  private func parent(of node: DriveNodeID) throws -> DriveNodeID? {
    if let known = parents[node] { return known }
    let parent = try reader.parent(of: node)
    parents.updateValue(parent, forKey: node)
    return parent
  }

  /// What is shared of an account's drive, or was.
  func shares(of account: AccountLabel) throws -> [DriveShare] {
    if let known = shares[account] { return known }
    let found = try reader.shares(of: account, after: nil, limit: DriveLimits.shares)
    shares[account] = found
    return found
  }

  /// Whether something at or above a node of somebody's drive is shared with an account, to be written.
  func mayWrite(_ account: AccountLabel, _ node: DriveNodeID, of owner: AccountLabel) throws
    -> Bool
  {
    let chain = Set(try chain(of: node))
    return try shares(of: owner).contains { share in
      guard chain.contains(share.node) else { return false }
      return try access(of: account, in: share.documentID) == .readWrite
    }
  }

  private func access(of account: AccountLabel, in document: DocumentID) throws -> DocumentAccess? {
    let key = Standing(account: account, document: document)
    if let known = access[key] { return known }
    let found = try reader.collaborations.standing(of: account, in: document)?.access
    access.updateValue(found, forKey: key)
    return found
  }

  /// What others share with an account, as it finds it.
  func mounts(for account: AccountLabel) throws -> [DriveMount] {
    if let known = mounts[account] { return known }
    let found = try reader.mounts(for: account)
    mounts[account] = found
    return found
  }

  /// What a path leads into; nil for the account's own drive.
  func mount(at path: DrivePath, for account: AccountLabel) throws -> DriveMount? {
    guard path.names.count > 1, path.names.first == DrivePath.shared.names.first else { return nil }
    return try mounts(for: account).first { $0.contains(path) }
  }

  func locks(of account: AccountLabel) throws -> DriveLockTable {
    if let known = locks[account] { return known }
    let table = try DriveLockTable(of: account, at: now, self, reading: reader)
    locks[account] = table
    return table
  }
}
