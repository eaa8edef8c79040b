public import CollaborationDomain

/// Files: read, write; and folders, which are made.
public enum FileRules {
  /// What somebody may read now.
  /// - Returns: it, or `notFound`, `notAllowed` for a folder, `preconditionFailed`.
  public static func open(
    _ path: DrivePath, _ conditions: DriveConditions, for call: DriveCall,
    reading reader: any DriveReader
  ) throws -> DriveOutcome<DriveNode> {
    try outcome(looking: {
      let work = try DriveWork(call, at: path, conditions, reading: reader)
      let (trail, node) = try work.found(path)
      try work.check(conditions, at: trail)
      guard !node.isFolder else { throw DriveRefusal.notAllowed }
      return node
    })
  }

  /// Whether somebody may still read what they opened.
  /// - Returns: `unauthenticated`, `accountDisabled`; `notFound` where it is not shared with them any more.
  public static func goOn(
    _ node: DriveNode, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveOutcome<Void> {
    try outcome(looking: {
      try reader.admit(call)
      guard node.account != call.account else { return }
      guard let now = try reader.node(node.id),
        try reader.mayRead(
          call.account, within: DriveMemory(reader, at: call.now).chain(of: now.id))
      else { throw DriveRefusal.notFound }
    })
  }

  /// What may be written, as it was before the bytes came.
  public struct Prepared: Hashable, Sendable {
    /// How many bytes may come.
    public var most: UInt64
    /// Behind what the path leads into; nil for the caller's own drive.
    public var share: DocumentID?
  }

  /// Whether bytes would be taken, asked before they come; asked again by `write` when they are there.
  /// - Parameter length: how many there will be; nil where that is not known.
  public static func prepare(
    _ path: DrivePath, length: UInt64?, _ conditions: DriveConditions, quota: UInt64,
    for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveOutcome<Prepared> {
    try outcome(looking: {
      let work = try DriveWork(call, at: path, conditions, reading: reader)
      _ = try work.writable(path, conditions)
      let most = try quota + work.forgettable().reduce(0) { $0 + $1.content.size }
      let room = most > work.drive.used ? most - work.drive.used : 0
      guard length ?? 0 <= DriveLimits.fileBytes else { throw DriveRefusal.limitExceeded }
      guard length ?? 0 <= room else { throw DriveRefusal.quotaExceeded }
      return Prepared(
        most: min(room, DriveLimits.fileBytes), share: work.mount?.share.documentID)
    })
  }

  /// What writing has led to.
  public struct Written: Hashable, Sendable {
    public var node: DriveNode
    /// There was nothing before.
    public var isNew: Bool
  }

  /// Puts durable bytes in place of those that are there, which become a version, or makes a file of them.
  /// - Parameter prepared: what was said before the bytes came. What others share may be called otherwise by now: then the
  ///   path leads to somebody else, whom the bytes were not meant for, and the answer is `noParent`.
  public static func write(
    _ content: DriveContent, to path: DrivePath, _ conditions: DriveConditions, quota: UInt64,
    as prepared: Prepared, fresh: DriveFresh, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<Written>> {
    try outcome {
      var (work, fresh) = (try DriveWork(call, at: path, conditions, reading: reader), fresh)
      let trail = try work.writable(path, conditions)
      guard work.mount?.share.documentID == prepared.share else { throw DriveRefusal.noParent }
      if let file = content.file { work.changes.append(.putFile(file, size: content.size)) }
      let isNew = trail.node == nil
      var node: DriveNode
      if let known = trail.node {
        node = known
        try work.replace(&node, with: content)
      } else {
        let (parent, name) = try work.vacancy(trail)
        node = DriveNode(
          id: fresh.next(), account: work.drive.account, parent: parent.id, name: name,
          content: content, at: call.now)
        try work.add(node)
        work.touch(parent)
      }
      try work.tell(.edit, at: trail.nodes)
      try work.makeRoom(quota)
      return work.decision(Written(node: node, isNew: isNew))
    }
  }

  /// Makes a folder.
  /// - Returns: `notAllowed` where something is there, `noParent`, `nameTaken`, `locked`.
  public static func makeFolder(
    _ path: DrivePath, _ conditions: DriveConditions, fresh: DriveFresh, for call: DriveCall,
    reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<DriveNode>> {
    try outcome {
      var (work, fresh) = (try DriveWork(call, at: path, conditions, reading: reader), fresh)
      let trail = try work.trail(path)
      guard trail.node == nil else { throw DriveRefusal.notAllowed }
      let (parent, name) = try work.vacancy(trail)
      try work.check(conditions, at: trail)
      try work.mayWrite(trail.nodes)
      let folder = DriveNode(
        id: fresh.next(), account: work.drive.account, parent: parent.id, name: name, at: call.now)
      try work.add(folder)
      work.touch(parent)
      try work.tell(.edit, at: trail.nodes)
      return work.decision(folder)
    }
  }
}

extension DriveWork {
  /// - Throws: `notAllowed` for a folder, `noParent`, `nameTaken`, `preconditionFailed`, `locked`.
  func writable(_ path: DrivePath, _ conditions: DriveConditions) throws -> DriveTrail {
    let trail = try trail(path)
    if let node = trail.node {
      guard !node.isFolder else { throw DriveRefusal.notAllowed }
    } else {
      _ = try vacancy(trail)
    }
    try check(conditions, at: trail)
    try mayWrite(trail.nodes)
    return trail
  }

  /// Other bytes for a file; those it had become a version, unless there were none.
  mutating func replace(_ node: inout DriveNode, with content: DriveContent) throws {
    if let old = node.content, old.size > 0 {
      try keep([version(old, of: node)], of: node)
    }
    drive.used += content.size
    node.content = content
    node.modifiedAt = call.now
    changes.append(.putNode(node))
  }

  func version(_ content: DriveContent, of node: DriveNode) -> DriveVersion {
    DriveVersion(
      account: node.account, node: node.id, number: 0, content: content,
      modifiedAt: node.modifiedAt, replacedAt: call.now)
  }

  /// Puts versions, whose bytes are counted already, behind those of a file, and forgets what is too many.
  mutating func keep(_ more: [DriveVersion], of node: DriveNode) throws {
    let known = try reader.versions(of: node.id)
    var number = known.last?.number ?? 0
    var surplus = max(0, known.count + more.count - DriveLimits.versions)
    for version in known.prefix(surplus) { forget(version) }
    surplus -= min(surplus, known.count)
    for version in more.prefix(surplus) { uncount(version.content.size) }
    for var version in more.dropFirst(surplus) {
      number += 1
      version.node = node.id
      version.number = number
      changes.append(.putVersion(version))
    }
  }

  mutating func forget(_ version: DriveVersion) {
    uncount(version.content.size)
    changes.append(.removeVersion(version.node, version.number))
  }

  mutating func uncount(_ bytes: UInt64) { drive.used -= min(bytes, drive.used) }

  /// Forgets the account's oldest versions where there is no room otherwise.
  /// - Throws: `quotaExceeded`.
  mutating func makeRoom(_ quota: UInt64) throws {
    guard drive.used > quota else { return }
    let gone = Set(
      changes.compactMap { change -> DriveVersion.Key? in
        guard case .removeVersion(let node, let number) = change else { return nil }
        return DriveVersion.Key(node: node, number: number)
      })
    for version in try forgettable() where drive.used > quota && !gone.contains(version.key) {
      forget(version)
    }
    guard drive.used <= quota else { throw DriveRefusal.quotaExceeded }
  }

  /// What makes way where there is no room. Somebody with whom a part of a drive is shared must not make the history of
  /// the rest go by writing much.
  func forgettable() throws -> [DriveVersion] {
    let old = try reader.oldestVersions(of: drive.account, limit: DriveLimits.forgottenVersions)
    guard let mount else { return old }
    return try old.filter { try memory.lies($0.node, within: mount.node.id) }
  }
}

extension DriveVersion {
  struct Key: Hashable, Sendable {
    var node: DriveNodeID
    var number: UInt64
  }

  var key: Key { Key(node: node, number: number) }
}
