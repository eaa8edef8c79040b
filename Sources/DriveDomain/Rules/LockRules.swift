import CollaborationDomain

/// Locks (RFC 4918, sections 6, 7, 9.10 and 9.11). What is locked is protected from requests that do not name the lock.
public enum LockRules {
  /// What is asked for.
  public struct Request: Hashable, Sendable {
    public var path: DrivePath
    public var isExclusive: Bool
    public var isDeep: Bool
    public var owner: String
    /// Milliseconds; nil: as long as usual.
    public var lifetime: UInt64?

    public init(
      path: DrivePath, isExclusive: Bool, isDeep: Bool, owner: String, lifetime: UInt64?
    ) {
      self.path = path
      self.isExclusive = isExclusive
      self.isDeep = isDeep
      self.owner = owner
      self.lifetime = lifetime
    }
  }

  /// A lock, and what it was taken on.
  public struct Taken: Hashable, Sendable {
    public var lock: DriveLock
    public var path: DrivePath
    /// Nothing was there: an empty file is now (RFC 4918, section 7.3).
    public var isNew: Bool
  }

  /// Random values that taking a lock may use up.
  public struct Fresh: Hashable, Sendable {
    public var token: DriveLockToken
    public var tag: DriveTag
    public var nodes: DriveFresh

    public init(token: DriveLockToken, tag: DriveTag, nodes: DriveFresh) {
      self.token = token
      self.tag = tag
      self.nodes = nodes
    }
  }

  /// - Returns: the lock; or `lockConflict`, `limitExceeded`, `noParent`, `nameTaken`, `preconditionFailed`, `locked`.
  public static func take(
    _ request: Request, _ conditions: DriveConditions, fresh: Fresh, for call: DriveCall,
    reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<Taken>> {
    try outcome {
      var work = try DriveWork(call, at: request.path, conditions, reading: reader)
      let trail = try work.trail(request.path)
      try work.mayChange(trail.nodes.last)
      try work.check(conditions, at: trail)
      try work.findRoom(for: request, at: trail)
      let known = try reader.locks(of: work.drive.account)
      let ofOthers = known.count { $0.holder != $0.account }
      guard known.count < DriveLimits.locks,
        work.mount == nil || ofOthers < DriveLimits.locksOfOthers
      else { throw DriveRefusal.limitExceeded }
      work.changes += work.locks.dormant.map { .removeLock($0) }
      var ids = fresh.nodes
      let node =
        try trail.node
        ?? work.makeEmpty(trail, id: ids.next(), tag: fresh.tag)
      let lock = DriveLock(
        token: fresh.token, account: work.drive.account, holder: call.account, node: node.id,
        isExclusive: request.isExclusive, isDeep: request.isDeep, owner: request.owner,
        expiresAt: call.now + lifetime(request.lifetime))
      work.changes.append(.putLock(lock))
      return work.decision(Taken(lock: lock, path: request.path, isNew: trail.node == nil))
    }
  }

  /// Begins a lock's time anew. The request names it in its `If`.
  /// - Returns: the lock; or `preconditionFailed` where none that it names reaches there.
  public static func refresh(
    _ path: DrivePath, lifetime: UInt64?, _ conditions: DriveConditions, for call: DriveCall,
    reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<Taken>> {
    try outcome {
      var work = try DriveWork(call, at: path, conditions, reading: reader)
      let (trail, _) = try work.found(path)
      try work.check(conditions, at: trail)
      let reaching = work.reaching(trail.nodes)
      guard var lock = reaching.first(where: work.isNamed) else {
        throw DriveRefusal.preconditionFailed
      }
      lock.expiresAt = call.now + Self.lifetime(lifetime)
      work.changes.append(.putLock(lock))
      return work.decision(Taken(lock: lock, path: try work.place(of: lock), isNew: false))
    }
  }

  /// - Returns: `lockMismatch` where no lock of that name reaches there, `forbidden` for another's, but for the owner of the
  ///   drive, `notFound`.
  public static func release(
    _ path: DrivePath, _ token: DriveLockToken, _ conditions: DriveConditions,
    for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<Void>> {
    try outcome {
      var work = try DriveWork(call, at: path, conditions, reading: reader)
      let (trail, _) = try work.found(path)
      try work.check(conditions, at: trail)
      guard let found = work.reaching(trail.nodes).first(where: { $0.token == token }) else {
        throw DriveRefusal.lockMismatch
      }
      guard work.mount == nil || found.holder == call.account else {
        throw DriveRefusal.forbidden
      }
      work.changes.append(.removeLock(token))
      return work.decision(())
    }
  }

  private static func lifetime(_ wanted: UInt64?) -> UInt64 {
    min(max(wanted ?? DriveLimits.usualLock, 1000), DriveLimits.longestLock)
  }
}

extension DriveWork {
  /// - Throws: `lockConflict`.
  fileprivate func findRoom(for request: LockRules.Request, at trail: DriveTrail) throws {
    let reaching = reaching(trail.nodes, isNew: trail.node == nil)
    if let other = reaching.first(where: { request.isExclusive || $0.isExclusive }) {
      throw DriveRefusal.lockConflict(path: try place(of: other), isBelow: false)
    }
    guard request.isDeep, let node = trail.node else { return }
    let below = try locksBelow(node)
    if let other = below.first(where: { request.isExclusive || $0.isExclusive }) {
      throw DriveRefusal.lockConflict(path: try place(of: other), isBelow: true)
    }
  }

  fileprivate mutating func makeEmpty(_ trail: DriveTrail, id: DriveNodeID, tag: DriveTag) throws
    -> DriveNode
  {
    let (parent, name) = try vacancy(trail)
    try mayWrite(trail.nodes)
    let node = DriveNode(
      id: id, account: drive.account, parent: parent.id, name: name,
      content: DriveContent(tag: tag, file: nil, size: 0), at: call.now)
    try add(node)
    touch(parent)
    try tell(.edit, at: trail.nodes)
    return node
  }
}
