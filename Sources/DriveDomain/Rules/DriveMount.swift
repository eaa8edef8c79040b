import CollaborationDomain
import GroveIdentity

/// Something of another's drive as somebody finds it below `Shared`.
struct DriveMount {
  var share: DriveShare
  /// As it is in its owner's drive.
  var node: DriveNode
  /// The owner's folders above it, from the drive's own down. What is locked there is locked here.
  var outer: [DriveNode]
  /// Where its owner has it.
  var path: DrivePath
  /// As it is called below `Shared`.
  var name: DriveName
  var standing: AccessibleDocument

  var shown: DrivePath { DrivePath.shared.appending(name) }
  var mayWrite: Bool { standing.access == .readWrite }

  func contains(_ path: DrivePath) -> Bool { path.names.starts(with: shown.names) }

  /// How whoever it is shared with reaches a place of its owner's drive; what is above it is shown as the thing itself.
  func shows(_ place: DrivePath) -> DrivePath {
    guard place.names.starts(with: path.names) else { return shown }
    return DrivePath(unchecked: shown.names + place.names.dropFirst(path.names.count))
  }
}

extension DriveReader {
  /// What others share with an account, in the order in which sharing began. Of several with one name, regardless of
  /// case, the first keeps it; the others have a number behind it.
  func mounts(for account: AccountLabel) throws -> [DriveMount] {
    let documents = try collaborations.documents(
      grantedTo: account, kind: .files, after: nil, limit: DriveLimits.sharedWithOne)
    var mounts: [DriveMount] = []
    var taken: Set<String> = []
    for document in documents.sorted(by: { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }) {
      guard document.owner != account, let share = try share(of: document.id),
        let standing = try collaborations.standing(of: account, in: document.id),
        let node = try node(share.node), let name = node.name, let path = try path(of: node)
      else { continue }
      let free = try name.free { taken.contains($0.key) }
      taken.insert(free.key)
      mounts.append(
        DriveMount(
          share: share, node: node, outer: try above(node).reversed(), path: path, name: free,
          standing: standing))
    }
    return mounts
  }

  /// What a path leads into; nil for the account's own drive.
  func mount(at path: DrivePath, for account: AccountLabel) throws -> DriveMount? {
    guard path.names.count > 1, path.names.first == DrivePath.shared.names.first else { return nil }
    return try mounts(for: account).first { $0.contains(path) }
  }

  /// The folders above something, the nearest first.
  private func above(_ node: DriveNode) throws -> [DriveNode] {
    var folders: [DriveNode] = []
    var place = node
    while let parent = place.parent, let folder = try self.node(parent) {
      folders.append(folder)
      place = folder
    }
    return folders
  }

  /// Something, and every folder above it.
  func chain(of node: DriveNode) throws -> [DriveNodeID] {
    [node.id] + (try above(node).map(\.id))
  }

  /// Whether something in a chain is shared with an account.
  func mayRead(_ account: AccountLabel, within chain: [DriveNodeID]) throws -> Bool {
    try chain.contains { try access(of: account, to: $0) != nil }
  }

  func mayWrite(_ account: AccountLabel, within chain: [DriveNodeID]) throws -> Bool {
    try chain.contains { try access(of: account, to: $0) == .readWrite }
  }

  private func access(of account: AccountLabel, to node: DriveNodeID) throws -> DocumentAccess? {
    guard let share = try share(on: node) else { return nil }
    return try collaborations.standing(of: account, in: share.documentID)?.access
  }
}
