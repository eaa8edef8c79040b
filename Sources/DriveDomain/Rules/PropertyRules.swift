/// Properties that clients set, and what a client is shown of files and folders.
public enum PropertyRules {
  /// One change of a property, in the order of the request.
  public enum Change: Hashable, Sendable {
    case set(DriveProperty)
    case remove(DrivePropertyName)
  }

  /// Sets and removes properties, all of them or none.
  /// - Parameter isRefused: whether one of them may not be changed: then it is only looked whether the others could.
  /// - Returns: `notFound`, `preconditionFailed`, `locked`, `limitExceeded`, `quotaExceeded`.
  public static func change(
    _ wanted: [Change], of path: DrivePath, isRefused: Bool, _ conditions: DriveConditions,
    quota: UInt64, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<Void>> {
    try outcome {
      var work = try DriveWork(call, at: path, conditions, reading: reader)
      let (trail, found) = try work.found(path)
      var node = found
      try work.check(conditions, at: trail)
      try work.mayWrite(trail.nodes)
      guard !isRefused else { return DriveDecision(()) }
      var known = Dictionary(
        try reader.properties(of: node.id).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
      for change in wanted {
        switch change {
        case .set(let property):
          known[property.name] = property
          work.changes.append(.putProperty(node.id, property))
        case .remove(let name):
          known[name] = nil
          work.changes.append(.removeProperty(node.id, name))
        }
      }
      let bytes = known.values.reduce(0) { $0 + $1.charge }
      guard known.count <= DriveLimits.properties, bytes <= DriveLimits.propertyBytes else {
        throw DriveRefusal.limitExceeded
      }
      work.uncount(node.propertyBytes)
      work.drive.used += bytes
      let grows = bytes > node.propertyBytes
      node.propertyBytes = bytes
      work.changes.append(.putNode(node))
      if grows { try work.makeRoom(quota) }
      return work.decision(())
    }
  }

  /// One file or folder as it is shown.
  public struct Entry: Hashable, Sendable {
    public var node: DriveNode
    public var path: DrivePath
    public var properties: [DriveProperty]
    /// Locks that reach it, and what they were taken on.
    public var locks: [LockRules.Taken]

    /// About what it is in an answer, beside what every entry has.
    fileprivate var bytes: UInt64 {
      let locks = locks.reduce(0) {
        $0 + 512 + UInt64($1.lock.owner.utf8.count) + Self.addressBytes($1.path)
      }
      return properties.reduce(locks + Self.addressBytes(path)) { $0 + $1.charge }
    }

    /// An address has three letters for each byte that is not a plain one.
    private static func addressBytes(_ path: DrivePath) -> UInt64 {
      path.names.reduce(0) { $0 + 1 + 3 * UInt64($1.text.utf8.count) }
    }
  }

  /// A page of a listing.
  public struct Listing: Hashable, Sendable {
    public var entries: [Entry]
    /// Where the next page begins; nil at the end.
    public var next: String?
    public var used: UInt64
  }

  /// Something, and what it holds, in the order of names regardless of case.
  /// - Parameters:
  ///   - withChildren: one level of them.
  ///   - next: of the page before; nil at the beginning, where the thing itself is told first.
  ///   - withProperties: whether those that clients have set are wanted.
  ///   - entryBytes: about what is written of each entry beside what it is and has.
  public static func list(
    _ path: DrivePath, withChildren: Bool, from next: String?, withProperties: Bool,
    entryBytes: UInt64 = 0, _ conditions: DriveConditions, for call: DriveCall,
    reading reader: any DriveReader
  ) throws -> DriveOutcome<Listing> {
    try outcome(looking: {
      let work = try DriveWork(call, at: path, conditions, reading: reader)
      let (trail, node) = try work.found(path)
      try work.check(conditions, at: trail)
      var listing = Listing(entries: [], used: work.drive.used)
      if next == nil {
        listing.entries.append(
          try work.entry(trail.nodes, path, withProperties: withProperties))
      }
      guard withChildren, node.isFolder else { return listing }
      if next == nil {
        listing.entries += try work.sharedEntries(below: trail, withProperties: withProperties)
      }
      let most = DriveLimits.pageEntries
      let children = try reader.children(of: node.id, after: next, limit: most + 1)
      var bytes: UInt64 = 0
      for (count, child) in children.enumerated() {
        guard let name = child.name else { continue }
        guard count < most, bytes < DriveLimits.pageBytes else { break }
        let entry = try work.entry(
          trail.nodes + [child], path.appending(name), withProperties: withProperties)
        bytes += entry.bytes + entryBytes
        listing.entries.append(entry)
        listing.next = count + 1 < children.count ? name.key : nil
      }
      return listing
    })
  }
}

extension DriveWork {
  /// What is there beside the rows: the folder of what others share, and what is in it.
  fileprivate func sharedEntries(
    below trail: DriveTrail, withProperties: Bool
  ) throws -> [PropertyRules.Entry] {
    let (last, path) = (trail.nodes[trail.nodes.count - 1], trail.path)
    if last.id == .shared {
      return try memory.mounts(for: call.account).map { mount in
        try DriveWork(self, through: mount).entry(
          trail.nodes + [mount.node], path.appending(mount.name), withProperties: withProperties)
      }
    }
    guard path.names.isEmpty, let folder = try self.trail(.shared).node else { return [] }
    return [try entry([last, folder], .shared, withProperties: false)]
  }

  fileprivate func entry(
    _ nodes: [DriveNode], _ path: DrivePath, withProperties: Bool
  ) throws -> PropertyRules.Entry {
    let node = nodes[nodes.count - 1]
    let isWanted = withProperties && node.propertyBytes > 0
    return PropertyRules.Entry(
      node: node, path: path,
      properties: isWanted ? try reader.properties(of: node.id) : [],
      locks: taken(nodes, path))
  }

  /// The locks that reach something. What they were taken on is on the way there: nothing has to be looked up, however many
  /// they are; what is above what is shared is shown as the thing itself.
  private func taken(_ nodes: [DriveNode], _ path: DrivePath) -> [LockRules.Taken] {
    let found = reaching(nodes)
    guard !found.isEmpty else { return [] }
    let depths = Dictionary(
      nodes.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    return found.map { lock in
      let place =
        depths[lock.node].map { DrivePath(unchecked: Array(path.names.prefix($0))) }
        ?? mount?.shown ?? .root
      return LockRules.Taken(lock: lock, path: place, isNew: false)
    }
  }
}
