import CollaborationDomain
import GroveIdentity

/// Something of another's drive as somebody finds it below `Shared`.
struct DriveMount {
  var share: DriveShare
  /// As it is in its owner's drive.
  var node: DriveNode
  /// As it is called below `Shared`.
  var name: DriveName
  var standing: AccessibleDocument

  var shown: DrivePath { DrivePath.shared.appending(name) }
  var mayWrite: Bool { standing.access == .readWrite }

  func contains(_ path: DrivePath) -> Bool { path.names.starts(with: shown.names) }

  /// How whoever it is shared with reaches a place of its owner's drive; what is above it is shown as the thing itself.
  /// - Parameter own: where its owner has it.
  func shows(_ place: DrivePath, from own: DrivePath) -> DrivePath {
    guard place.names.starts(with: own.names) else { return shown }
    return DrivePath(unchecked: shown.names + place.names.dropFirst(own.names.count))
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
    // Where counting on begins: two hundred with one name are not counted from the beginning each time.
    var numbers: [String: Int] = [:]
    for document in documents.sorted(by: { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }) {
      guard document.owner != account, let share = try share(of: document.id),
        let standing = try collaborations.standing(of: account, in: document.id),
        let node = try node(share.node), node.binned == nil, let name = node.name
      else { continue }
      let (free, number) = try name.free(from: numbers[name.key] ?? 2) { taken.contains($0.key) }
      numbers[name.key] = number
      taken.insert(free.key)
      mounts.append(DriveMount(share: share, node: node, name: free, standing: standing))
    }
    return mounts
  }

  /// Whether something in a chain is shared with an account.
  func mayRead(_ account: AccountLabel, within chain: [DriveNodeID]) throws -> Bool {
    try chain.contains { node in
      guard let share = try share(on: node) else { return false }
      return try collaborations.standing(of: account, in: share.documentID) != nil
    }
  }
}
