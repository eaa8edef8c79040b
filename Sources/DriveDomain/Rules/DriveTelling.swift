import CollaborationDomain
import GroveIdentity

/// What follows for those with whom something is shared, in the transaction that changes it.
extension DriveWork {
  /// Tells them of what was done at the end of a chain of nodes.
  mutating func tell(_ kind: CausedEvent.Kind, at nodes: [DriveNode]) throws {
    let chain = Set(outer + nodes.map(\.id))
    for share in try memory.shares(of: drive.account) where chain.contains(share.node) {
      changes += try reader.collaborations.noting(
        kind, in: share.documentID, by: call.account, at: call.now
      ).map(DriveChange.collaboration)
    }
  }

  /// Tells them that the thing itself is called something else, or lies elsewhere in its owner's drive.
  mutating func tellMoved(_ old: DriveNode, to new: DriveNode) throws {
    guard let share = try reader.share(on: old.id) else { return }
    if old.name != new.name, let name = new.name {
      changes += try reader.collaborations.noting(
        .renamed, in: share.documentID, title: name.text, by: call.account, at: call.now
      ).map(DriveChange.collaboration)
    }
    if old.parent != new.parent {
      changes += try reader.collaborations.noting(
        .moved, in: share.documentID, by: call.account, at: call.now
      ).map(DriveChange.collaboration)
    }
  }

  /// Ends what is shared of something, and of what is in it.
  mutating func endShares(within node: DriveNode) throws {
    for share in try shares(within: node) {
      changes.append(.removeShare(share.node))
      let ending = try reader.collaborations.ending(of: share.documentID, at: call.now)
      changes += (ending?.1 ?? []).map(DriveChange.collaboration)
    }
  }

  /// Only its owner takes away what is shared by itself.
  /// - Throws: `forbidden`.
  func mayGo(_ node: DriveNode) throws {
    guard mount != nil else { return }
    // The row of what is not shared any more stays.
    let isShared = try shares(within: node).contains { try reader.live(share: $0) != nil }
    guard !isShared else { throw DriveRefusal.forbidden }
  }

  private func shares(within node: DriveNode) throws -> [DriveShare] {
    try memory.shares(of: drive.account).filter { try memory.lies($0.node, within: node.id) }
  }
}
