import CollaborationDomain
import GroveIdentity

/// The locks in an account's drive that have not expired. Whoever may not write where one is any more holds none. Where they
/// are is looked up only where it matters: there may be two hundred, each below sixty folders.
struct DriveLockTable {
  let all: [DriveLock]
  /// Of those who may not write there any more.
  let dormant: [DriveLockToken]
  private let byNode: [DriveNodeID: [DriveLock]]

  init(
    of account: AccountLabel, at now: UInt64, _ memory: DriveMemory,
    reading reader: any DriveReader
  ) throws {
    var (all, dormant): ([DriveLock], [DriveLockToken]) = ([], [])
    for lock in try reader.locks(of: account) where lock.expiresAt > now {
      let isHeld =
        try lock.holder == account || memory.mayWrite(lock.holder, lock.node, of: account)
      if isHeld { all.append(lock) } else { dormant.append(lock.token) }
    }
    (self.all, self.dormant) = (all, dormant)
    byNode = Dictionary(grouping: all, by: \.node)
  }

  /// Those that reach the end of a chain, from the drive's own folder down: taken on it, or on something above with all
  /// below.
  func reaching(_ chain: [DriveNodeID], isNew: Bool) -> [DriveLock] {
    guard !all.isEmpty else { return [] }
    let last = isNew ? nil : chain.last
    return chain.flatMap { node in
      (byNode[node] ?? []).filter { $0.isDeep || node == last }
    }
  }
}

extension DriveWork {
  /// What is locked may be written only by a request that names the lock; of several that share one, by any of them.
  /// - Throws: `locked`, `readOnly`.
  func mayWrite(_ nodes: some BidirectionalCollection<DriveNode>) throws {
    try mayChange(nodes.last)
    let found = reaching(nodes)
    guard let first = found.first, !found.contains(where: isNamed) else { return }
    throw DriveRefusal.locked(path: try place(of: first), isBelow: false)
  }

  /// The same for everything that goes with something.
  /// - Throws: `locked`.
  func mayRemove(_ node: DriveNode) throws {
    let found = try locksBelow(node)
    let named = Set(found.filter(isNamed).map(\.node))
    if let lock = found.first(where: { !named.contains($0.node) }) {
      throw DriveRefusal.locked(path: try place(of: lock), isBelow: true)
    }
  }

  func place(of lock: DriveLock) throws -> DrivePath {
    let path = try reader.node(lock.node).flatMap { try reader.path(of: $0) } ?? .root
    guard let mount else { return path }
    return mount.shows(path, from: try reader.path(of: mount.node) ?? .root)
  }

  /// Whether it is one of the caller's that the request names: naming another's opens nothing.
  func isNamed(_ lock: DriveLock) -> Bool {
    lock.holder == call.account && submitted.contains(lock.token)
  }

  /// Those that reach the end of a chain, and those of the folders above what is shared among them.
  func reaching(_ nodes: some BidirectionalCollection<DriveNode>, isNew: Bool = false)
    -> [DriveLock]
  {
    locks.reaching(outer + nodes.map(\.id), isNew: isNew)
  }

  /// Those that reach what a path names, or would reach it.
  func covering(_ trail: DriveTrail) -> [DriveLock] {
    reaching(trail.nodes, isNew: trail.node == nil)
  }

  /// Those taken on something further down.
  func locksBelow(_ node: DriveNode) throws -> [DriveLock] {
    try locks.all.filter { lock in
      try lock.node != node.id && memory.lies(lock.node, within: node.id)
    }
  }

  /// Those taken on it and further down end with it.
  mutating func endLocks(within node: DriveNode) throws {
    let found = try locks.all.filter { try memory.lies($0.node, within: node.id) }
    changes += found.map { .removeLock($0.token) }
  }
}
