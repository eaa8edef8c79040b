import CollaborationDomain

/// Deleting, and what lies in the bin for 30 days.
public enum BinRules {
  /// Puts something into the bin with all that is in it.
  /// - Returns: `forbidden` for the account's own folder, `notFound`, `preconditionFailed`, `locked`.
  public static func delete(
    _ path: DrivePath, _ conditions: DriveConditions, for call: DriveCall,
    reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<DriveNodeID>> {
    try outcome {
      var work = try DriveWork(call, at: path, conditions, reading: reader)
      let (trail, node) = try work.found(path)
      try work.check(conditions, at: trail)
      try work.mayLeave(trail, node)
      try work.bin(node, at: trail)
      work.touch(try trail.parent())
      try work.tell(.edit, at: Array(trail.above))
      return work.decision(node.id)
    }
  }

  /// What lies there, the newest first.
  /// - Parameter place: the last one of the page before.
  public static func list(
    after place: DriveNodeID?, limit: Int, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveOutcome<[DriveNode]> {
    try outcome(looking: {
      _ = try reader.admitted(call)
      return try reader.binned(
        of: call.account, after: place.flatMap { try reader.node($0) }, limit: limit)
    })
  }

  /// Puts something back where it was, or into the account's own folder where that is gone; under another name where
  /// its own is taken.
  /// - Returns: where it is now; or `notFound`.
  public static func restore(
    _ id: DriveNodeID, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<DrivePath>> {
    try outcome {
      var work = try DriveWork(call, at: .root, reading: reader)
      var node = try work.binned(id)
      guard let binned = node.binned, let name = node.name else { throw DriveRefusal.notFound }
      var trail = try work.trail(DrivePath(text: binned.from))
      if trail.node?.isFolder != true { trail = try work.trail(.root) }
      guard let parent = trail.node else { throw DriveRefusal.notFound }
      try work.mayWrite(trail.nodes)
      let free = try name.free { name in
        try trail.path.appending(name).isReserved
          || reader.child(of: parent.id, key: name.key) != nil
      }.name
      node.parent = parent.id
      node.name = free
      node.binned = nil
      work.changes.append(.putNode(node))
      work.touch(parent)
      try work.tell(.edit, at: trail.nodes)
      return work.decision(trail.path.appending(free))
    }
  }

  /// Has something erased that lies there: from now on it is shown to nobody, and the sweep takes it away.
  /// - Returns: `notFound`.
  public static func erase(
    _ id: DriveNodeID, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<Void>> {
    try outcome {
      var work = try DriveWork(call, at: .root, reading: reader)
      var node = try work.binned(id)
      node.binned?.at = 0
      work.changes.append(.putNode(node))
      return work.decision(())
    }
  }
}

extension DriveWork {
  /// What is in the bin keeps its name, its versions and what it holds, and loses its locks; nobody shares it any more.
  mutating func bin(_ node: DriveNode, at trail: DriveTrail) throws {
    let parent = try reader.path(of: trail.parent()) ?? .root
    try endShares(within: node)
    var node = node
    node.parent = nil
    node.binned = DriveNode.Binned(at: call.now, from: parent.text)
    try endLocks(within: node)
    changes.append(.putNode(node))
  }

  fileprivate func binned(_ id: DriveNodeID) throws -> DriveNode {
    guard let node = try reader.node(id), node.account == call.account, let binned = node.binned,
      binned.at > 0
    else { throw DriveRefusal.notFound }
    return node
  }
}

extension DriveName {
  /// The name itself, or with a number behind it.
  /// - Parameter first: below it all are taken.
  /// - Returns: it, and the number from which to look for another.
  func free(from first: Int = 2, _ isTaken: (DriveName) throws -> Bool) throws
    -> (name: DriveName, number: Int)
  {
    guard try isTaken(self) else { return (self, first) }
    let (stem, ending) = parts
    for number in first..<max(first, 1001) {
      var text = stem
      while (text + " \(number)" + ending).utf8.count > Self.maximumBytes { text.removeLast() }
      let free = try DriveName(text + " \(number)" + ending)
      if try !isTaken(free) { return (free, number + 1) }
    }
    throw DriveRefusal.nameTaken
  }

  /// What stands before the last dot, and the rest with it.
  private var parts: (stem: String, ending: String) {
    guard let dot = text.lastIndex(of: "."), dot != text.startIndex,
      text[dot...].utf8.count <= 32
    else { return (text, "") }
    return (String(text[..<dot]), String(text[dot...]))
  }
}
