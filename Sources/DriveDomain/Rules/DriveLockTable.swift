import CollaborationDomain
import GroveIdentity

/// The locks in an account's drive that have not expired, and where they are. Whoever may not write there any more holds
/// none.
struct DriveLockTable {
  struct Placed {
    let lock: DriveLock
    let node: DriveNode
    /// What it was taken on, and every folder above that.
    let chain: [DriveNodeID]
  }

  let all: [Placed]
  /// Of those who may not write there any more.
  let dormant: [DriveLockToken]

  init(of account: AccountLabel, at now: UInt64, reading reader: any DriveReader) throws {
    var (all, dormant): ([Placed], [DriveLockToken]) = ([], [])
    for lock in try reader.locks(of: account) where lock.expiresAt > now {
      guard let node = try reader.node(lock.node) else { continue }
      let chain = try reader.chain(of: node)
      guard try lock.holder == account || reader.mayWrite(lock.holder, within: chain) else {
        dormant.append(lock.token)
        continue
      }
      all.append(Placed(lock: lock, node: node, chain: chain))
    }
    (self.all, self.dormant) = (all, dormant)
  }

  /// Those that reach the end of a chain of nodes: taken on it, or on something above with all below.
  func reaching(_ nodes: some BidirectionalCollection<DriveNode>, isNew: Bool = false)
    -> [Placed]
  {
    guard !all.isEmpty else { return [] }
    let last = isNew ? nil : nodes.last?.id
    let above = Set(nodes.map(\.id))
    return all.filter { placed in
      placed.node.id == last || placed.lock.isDeep && above.contains(placed.node.id)
    }
  }

  /// Those taken on something further down.
  func below(_ node: DriveNode) -> [Placed] {
    all.filter { $0.chain.dropFirst().contains(node.id) }
  }

  /// Those that end when something goes: taken on it, or further down.
  func within(_ node: DriveNode) -> [Placed] { all.filter { $0.chain.contains(node.id) } }
}

extension DriveWork {
  /// What is locked may be written only by a request that names the lock; of several that share one, by any of them.
  /// - Throws: `locked`, `readOnly`.
  func mayWrite(_ nodes: some BidirectionalCollection<DriveNode>) throws {
    try mayChange(nodes.last)
    let found = reaching(nodes)
    guard let first = found.first, !found.contains(where: { isNamed($0.lock) }) else { return }
    throw DriveRefusal.locked(path: try place(of: first), isBelow: false)
  }

  /// The same for everything that goes with something.
  /// - Throws: `locked`.
  func mayRemove(_ node: DriveNode) throws {
    let found = locks.below(node)
    for placed in found {
      let others = found.filter { $0.node.id == placed.node.id }
      guard others.contains(where: { isNamed($0.lock) }) else {
        throw DriveRefusal.locked(path: try place(of: placed), isBelow: true)
      }
    }
  }

  func place(of placed: DriveLockTable.Placed) throws -> DrivePath {
    let path = try reader.path(of: placed.node) ?? .root
    return mount?.shows(path) ?? path
  }

  /// Whether it is one of the caller's that the request names: naming another's opens nothing.
  func isNamed(_ lock: DriveLock) -> Bool {
    lock.holder == call.account && submitted.contains(lock.token)
  }

  /// Those that reach the end of a chain, and those of the folders above what is shared among them.
  func reaching(_ nodes: some BidirectionalCollection<DriveNode>, isNew: Bool = false)
    -> [DriveLockTable.Placed]
  {
    locks.reaching((mount?.outer ?? []) + Array(nodes), isNew: isNew)
  }

  /// Those that reach what a path names, or would reach it.
  func covering(_ trail: DriveTrail) -> [DriveLock] {
    reaching(trail.nodes, isNew: trail.node == nil).map(\.lock)
  }

  mutating func endLocks(within node: DriveNode) {
    changes += locks.within(node).map { .removeLock($0.lock.token) }
  }
}
