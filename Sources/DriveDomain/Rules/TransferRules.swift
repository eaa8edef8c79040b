import CollaborationDomain

/// Copying and moving.
public enum TransferRules {
  /// What is asked for.
  public struct Transfer: Hashable, Sendable {
    public var from: DrivePath
    public var to: DrivePath
    public var isMove: Bool
    /// Whether something may be there already.
    public var overwrites: Bool
    /// A folder without what it holds; for a copy only.
    public var isShallow: Bool

    public init(
      from: DrivePath, to: DrivePath, isMove: Bool, overwrites: Bool, isShallow: Bool = false
    ) {
      self.from = from
      self.to = to
      self.isMove = isMove
      self.overwrites = overwrites
      self.isShallow = isShallow
    }
  }

  /// A file over a file takes its place, and what that held becomes a version: so programs save by moving a new file
  /// over the old one, and its history goes on. Anything else that is in the way goes to the bin.
  /// - Returns: whether there was nothing before; or `forbidden`, `notFound`, `noParent`, `nameTaken`,
  ///   `preconditionFailed`, `locked`, `limitExceeded`, `quotaExceeded`.
  public static func run(
    _ transfer: Transfer, _ conditions: DriveConditions, quota: UInt64, fresh: DriveFresh,
    for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<Bool>> {
    try outcome {
      var from = try DriveWork(call, at: transfer.from, conditions, reading: reader)
      let (source, node) = try from.found(transfer.from)
      guard node.id != .shared, !transfer.from.names.starts(with: transfer.to.names),
        !transfer.to.names.starts(with: transfer.from.names)
      else { throw DriveRefusal.forbidden }
      try from.check(conditions, at: source)
      if transfer.isMove { try from.mayLeave(source, node) }
      var work = try from.reaching(transfer.to)
      // From one drive into another nothing is moved: it is copied, and goes into the bin of the first.
      let isAcross = work.drive.account != from.drive.account
      let isMove = transfer.isMove && !isAcross
      let target = try work.trail(transfer.to)
      let there = target.node
      try work.checkApart(node, target)
      if let there {
        guard transfer.overwrites else { throw DriveRefusal.preconditionFailed }
        try work.mayWrite(target.nodes)
        try work.mayRemove(there)
      } else {
        try work.mayWrite(target.nodes)
      }
      if let there, !there.isFolder, !node.isFolder {
        try work.put(node, over: there, isMove: isMove)
        try work.tell(.edit, at: target.nodes)
      } else {
        let place = try work.place(for: node, at: target, isMove: isMove)
        if let there {
          try work.mayGo(there)
          try work.bin(there, at: target)
        }
        if isMove {
          try work.move(node, to: place)
        } else {
          try work.copy(node, to: place, isShallow: transfer.isShallow, fresh)
        }
        work.touch(place.parent)
        try work.tell(.edit, at: Array(target.above))
      }
      if isMove {
        work.touch(try source.parent())
        try from.tell(.edit, at: Array(source.above))
      } else if transfer.isMove {
        try from.leave(node, at: source)
      }
      try work.makeRoom(quota)
      work.changes += from.changes
      return work.decision(there == nil)
    }
  }
}

extension DriveWork {
  /// Where something is to lie.
  fileprivate struct Place {
    var parent: DriveNode
    var name: DriveName
    var depth: Int
  }

  /// The same place may have two paths, where something is shared by itself within what is shared: nothing goes into
  /// itself, or over what it lies in.
  /// - Throws: `forbidden`.
  fileprivate func checkApart(_ node: DriveNode, _ target: DriveTrail) throws {
    guard let last = target.nodes.last, last.id != .shared else { return }
    let isOver = try target.node.map { try memory.lies(node.id, within: $0.id) } ?? false
    let isInside = try memory.lies(last.id, within: node.id)
    guard !isOver, !isInside else { throw DriveRefusal.forbidden }
  }

  /// - Throws: `noParent`, `nameTaken`: not by itself, so that case may be changed.
  fileprivate func place(for node: DriveNode, at target: DriveTrail, isMove: Bool) throws -> Place {
    let parent = try target.parent()
    guard depth(of: target.path) <= DriveLimits.depth else { throw DriveRefusal.limitExceeded }
    guard let name = target.path.names.last,
      target.clash == nil || isMove && target.clash?.id == node.id
    else { throw DriveRefusal.nameTaken }
    return Place(parent: parent, name: name, depth: depth(of: target.path))
  }

  /// - Throws: `forbidden` for the account's own folder, `locked`.
  func mayLeave(_ trail: DriveTrail, _ node: DriveNode) throws {
    _ = try trail.parent()
    try mayWrite(trail.nodes)
    try mayWrite(trail.above)
    try mayRemove(node)
    try mayGo(node)
  }

  /// Goes into the bin, after it was copied into another drive.
  fileprivate mutating func leave(_ node: DriveNode, at trail: DriveTrail) throws {
    try bin(node, at: trail)
    touch(try trail.parent())
    try tell(.edit, at: Array(trail.above))
    changes.append(.putDrive(drive))
  }

  fileprivate mutating func move(_ node: DriveNode, to place: Place) throws {
    try checkDepth(of: node, at: place.depth)
    var moved = node
    moved.parent = place.parent.id
    moved.name = place.name
    changes.append(.putNode(moved))
    try tellMoved(node, to: moved)
    // A lock stays behind with the address it was taken on (RFC 4918, section 7.6).
    try endLocks(within: node)
  }

  /// Puts a file's bytes and properties in place of another's.
  fileprivate mutating func put(_ source: DriveNode, over there: DriveNode, isMove: Bool) throws {
    guard let content = source.content else { return }
    var node = there
    if isMove {
      var kept = try reader.versions(of: source.id)
      if let old = there.content, old.size > 0 { kept.append(version(old, of: there)) }
      try keep(kept, of: there)
      node.content = nil
    }
    try replace(&node, with: content)
    uncount(there.propertyBytes)
    for property in try reader.properties(of: there.id) {
      changes.append(.removeProperty(there.id, property.name))
    }
    for property in try reader.properties(of: source.id) {
      changes.append(.putProperty(there.id, property))
    }
    node.propertyBytes = source.propertyBytes
    drive.used += source.propertyBytes
    changes.append(.putNode(node))
    guard isMove else { return }
    try endLocks(within: source)
    try endShares(within: source)
    changes.append(.removeNode(source.id))
    drive.nodes -= min(1, drive.nodes)
    uncount(source.charge)
  }

  fileprivate mutating func copy(
    _ node: DriveNode, to place: Place, isShallow: Bool, _ fresh: DriveFresh
  ) throws {
    var fresh = fresh
    var waiting = [(node: node, parent: place.parent.id, name: place.name, depth: place.depth)]
    var made = 0
    while let next = waiting.popLast() {
      made += 1
      guard made <= DriveLimits.carriedNodes, next.depth <= DriveLimits.depth else {
        throw DriveRefusal.limitExceeded
      }
      var twin = next.node
      twin.id = fresh.next()
      twin.account = drive.account
      twin.parent = next.parent
      twin.name = next.name
      twin.createdAt = call.now
      try add(twin)
      if next.node.propertyBytes > 0 {
        changes += try reader.properties(of: next.node.id).map { .putProperty(twin.id, $0) }
      }
      guard next.node.isFolder, !isShallow else { continue }
      for child in try children(of: next.node, upTo: DriveLimits.carriedNodes - made) {
        guard let name = child.name else { continue }
        waiting.append((child, twin.id, name, next.depth + 1))
      }
    }
  }

  /// All of them.
  /// - Throws: `limitExceeded` where there are more.
  private func children(of folder: DriveNode, upTo limit: Int) throws -> [DriveNode] {
    let found = try reader.children(of: folder.id, after: nil, limit: limit + 1)
    guard found.count <= limit else { throw DriveRefusal.limitExceeded }
    return found
  }

  /// What is moved further down takes folders along that may not be too deep then.
  private func checkDepth(of node: DriveNode, at depth: Int) throws {
    guard node.isFolder else { return }
    var level = [node.id]
    var (reached, looked) = (depth, 0)
    while !level.isEmpty {
      guard reached <= DriveLimits.depth else { throw DriveRefusal.limitExceeded }
      var next: [DriveNodeID] = []
      for folder in level {
        next += try reader.folders(in: folder, limit: DriveLimits.carriedNodes + 1)
        looked += 1
        guard looked + next.count <= DriveLimits.carriedNodes else {
          throw DriveRefusal.limitExceeded
        }
      }
      // What a folder holds may be one deeper; its files are as deep as its folders.
      level = next
      reached += 1
    }
  }
}
