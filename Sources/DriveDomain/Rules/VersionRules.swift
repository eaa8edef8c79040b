import CollaborationDomain

/// What files held before.
public enum VersionRules {
  /// The versions of a file, the newest first.
  /// - Returns: `notFound`, `notAllowed` for a folder.
  public static func list(
    _ path: DrivePath, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveOutcome<[DriveVersion]> {
    try outcome(looking: {
      let work = try DriveWork(call, at: path, reading: reader)
      let node = try work.found(path).node
      guard !node.isFolder else { throw DriveRefusal.notAllowed }
      return try reader.versions(of: node.id).reversed()
    })
  }

  /// One of them, to be read, and the file it is of.
  /// - Returns: `notFound`, `notAllowed` for a folder.
  public static func open(
    _ number: UInt64, of path: DrivePath, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveOutcome<(node: DriveNode, content: DriveContent)> {
    try outcome(looking: {
      let node = try DriveWork(call, at: path, reading: reader).found(path).node
      guard !node.isFolder else { throw DriveRefusal.notAllowed }
      guard let version = try reader.versions(of: node.id).first(where: { $0.number == number })
      else { throw DriveRefusal.notFound }
      return (node, version.content)
    })
  }

  /// Brings a version back: what the file holds now becomes one in its place.
  /// - Returns: `notFound`, `locked`, `quotaExceeded`.
  public static func restore(
    _ number: UInt64, of path: DrivePath, quota: UInt64, for call: DriveCall,
    reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<DriveNode>> {
    try outcome {
      var work = try DriveWork(call, at: path, reading: reader)
      let (trail, found) = try work.found(path)
      var node = found
      guard let version = try reader.versions(of: node.id).first(where: { $0.number == number })
      else { throw DriveRefusal.notFound }
      try work.mayWrite(trail.nodes)
      try work.replace(&node, with: version.content)
      // It may have been the one that was too many.
      let isForgotten = work.changes.contains { change in
        if case .removeVersion(node.id, number) = change { true } else { false }
      }
      if !isForgotten { work.forget(version) }
      try work.tell(.edit, at: trail.nodes)
      try work.makeRoom(quota)
      return work.decision(node)
    }
  }
}
