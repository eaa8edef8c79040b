public import CollaborationDomain
import GroveIdentity
import Synchronization

/// Accounts and their drives in memory, for tests.
public final class DriveMemoryStore: CollaborationStore, DriveStore {
  private let state = Mutex(DriveMemoryState())

  /// Empty.
  public init() {}

  /// Works on a copy, so a change that cannot be applied leaves nothing of those before it.
  public func changeDrives<Answer: Sendable>(
    for group: String = "",
    _ decide: @escaping @Sendable (any DriveReader) throws -> DriveDecision<Answer>
  ) async throws -> Answer {
    try state.withLock { state in
      let decision = try decide(state)
      var next = state
      for change in decision.changes { try next.apply(change) }
      state = next
      return decision.answer
    }
  }

  public func readDrives<Answer: Sendable>(
    for group: String = "", _ look: @escaping @Sendable (any DriveReader) throws -> Answer
  ) async throws -> Answer {
    let snapshot = state.withLock { $0 }
    return try look(snapshot)
  }

  public func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any CollaborationReader) throws -> Decision<Answer>
  ) async throws -> Answer {
    try await changeDrives { reader in
      let decision = try decide(reader.collaborations)
      return DriveDecision(
        decision.answer, changes: decision.changes.map(DriveChange.collaboration))
    }
  }

  public func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any CollaborationReader) throws -> Answer
  ) async throws -> Answer {
    try await readDrives { try look($0.collaborations) }
  }
}

/// The rows, as a value.
struct DriveMemoryState: Sendable {
  var people = MemoryRows()
  var drives: [AccountLabel: DriveRecord] = [:]
  var nodes: [DriveNodeID: DriveNode] = [:]
  var properties: [DriveNodeID: [DrivePropertyName: DriveProperty]] = [:]
  var versions: [DriveNodeID: [UInt64: DriveVersion]] = [:]
  var locks: [DriveLockToken: DriveLock] = [:]
  var shares: [DriveNodeID: DriveShare] = [:]
  var files: [DriveFileID: UInt64] = [:]
  var uploads: [DriveFileID: DriveUpload] = [:]
  var passwords: [AppPasswordHash: AppPassword] = [:]

  mutating func apply(_ change: DriveChange) throws {
    switch change {
    case .collaboration(let change): try people.apply(change)
    case .putDrive(let drive): drives[drive.account] = drive
    case .removeDrive(let account): drives[account] = nil
    case .putNode(let node): try put(node)
    case .removeNode(let id):
      nodes[id] = nil
      properties[id] = nil
      versions[id] = nil
      shares[id] = nil
      locks = locks.filter { $0.value.node != id }
    case .putVersion(let version): versions[version.node, default: [:]][version.number] = version
    case .removeVersion(let node, let number): versions[node]?[number] = nil
    case .putProperty(let node, let property):
      properties[node, default: [:]][property.name] = property
    case .removeProperty(let node, let name): properties[node]?[name] = nil
    case .putLock(let lock): locks[lock.token] = lock
    case .removeLock(let token): locks[token] = nil
    case .putShare(let share): shares[share.node] = share
    case .removeShare(let node): shares[node] = nil
    case .putFile(let file, let size): files[file] = size
    case .removeFile(let file): files[file] = nil
    case .keepFile: break
    case .putUpload(let upload): uploads[upload.file] = upload
    case .removeUpload(let file): removeUploads { $0.file == file }
    case .removeUploads(let account): removeUploads { $0.account == account }
    case .putPassword(let password): passwords[password.hash] = password
    case .removePassword(let hash): passwords[hash] = nil
    }
  }

  private mutating func removeUploads(_ isMeant: (DriveUpload) -> Bool) {
    for upload in uploads.values.filter(isMeant) {
      uploads[upload.file] = nil
      // Found by the sweep, as what lost the row that named it.
      files[upload.file] = upload.size
    }
  }

  /// One name, one thing: as the other store has it.
  private mutating func put(_ node: DriveNode) throws {
    let twin = nodes.values.first { other in
      other.id != node.id && node.parent != nil && other.parent == node.parent
        && other.name?.key == node.name?.key
    }
    guard twin == nil else { throw CollaborationStoreError.corrupt }
    nodes[node.id] = node
  }
}

extension DriveMemoryState: DriveReader {
  var collaborations: any CollaborationReader { people.reader }

  func drive(of account: AccountLabel) -> DriveRecord? { drives[account] }
  func node(_ id: DriveNodeID) -> DriveNode? { nodes[id] }
  func parent(of id: DriveNodeID) -> DriveNodeID? { nodes[id]?.parent }

  func child(of parent: DriveNodeID, key: String) -> DriveNode? {
    nodes.values.first { $0.parent == parent && $0.name?.key == key }
  }

  func children(of parent: DriveNodeID, after key: String?, limit: Int) -> [DriveNode] {
    func comes(_ one: String, before other: String) -> Bool {
      one.utf8.lexicographicallyPrecedes(other.utf8)
    }
    let found = nodes.values.filter { node in
      node.parent == parent && key.map { comes($0, before: node.name?.key ?? "") } ?? true
    }
    let sorted = found.sorted { comes($0.name?.key ?? "", before: $1.name?.key ?? "") }
    return Array(sorted.prefix(limit))
  }

  func folders(in parent: DriveNodeID, limit: Int) -> [DriveNodeID] {
    let all = children(of: parent, after: nil, limit: .max).filter(\.isFolder)
    return Array(all.prefix(limit).map(\.id))
  }

  func properties(of node: DriveNodeID) -> [DriveProperty] {
    (properties[node] ?? [:]).values.sorted { $0.name < $1.name }
  }

  func versions(of node: DriveNodeID) -> [DriveVersion] {
    (versions[node] ?? [:]).values.sorted { $0.number < $1.number }
  }

  func oldestVersions(of account: AccountLabel, limit: Int) -> [DriveVersion] {
    let all = versions.values.flatMap(\.values).filter { $0.account == account }
    let sorted = all.sorted {
      ($0.replacedAt, $0.node, $0.number) < ($1.replacedAt, $1.node, $1.number)
    }
    return Array(sorted.prefix(limit))
  }

  func locks(of account: AccountLabel) -> [DriveLock] {
    locks.values.filter { $0.account == account }.sorted { $0.token < $1.token }
  }

  func oldLocks(before time: UInt64, limit: Int) -> [DriveLockToken] {
    let old = locks.values.filter { $0.expiresAt <= time }
    return Array(old.sorted { $0.expiresAt < $1.expiresAt }.prefix(limit).map(\.token))
  }

  func binned(of account: AccountLabel, after node: DriveNode?, limit: Int) -> [DriveNode] {
    func place(_ node: DriveNode) -> (UInt64, DriveNodeID) { (node.binned?.at ?? 0, node.id) }
    let found = nodes.values.filter { other in
      other.account == account && other.binned.map { $0.at > 0 } ?? false
        && node.map { place(other) < place($0) } ?? true
    }
    return Array(found.sorted { place($0) > place($1) }.prefix(limit))
  }

  func anyBinned(of account: AccountLabel) -> DriveNode? {
    func at(_ node: DriveNode) -> (UInt64, DriveNodeID) { (node.binned?.at ?? .max, node.id) }
    return nodes.values.filter { $0.account == account && $0.binned != nil }.min { at($0) < at($1) }
  }

  func oldBinned(before time: UInt64) -> DriveNode? {
    func at(_ node: DriveNode) -> (UInt64, DriveNodeID) { (node.binned?.at ?? .max, node.id) }
    return nodes.values.filter { at($0).0 < time }.min { at($0) < at($1) }
  }

  func share(on node: DriveNodeID) -> DriveShare? { shares[node] }

  func share(of document: DocumentID) -> DriveShare? {
    shares.values.first { $0.documentID == document }
  }

  func shares(of account: AccountLabel, after node: DriveNodeID?, limit: Int) -> [DriveShare] {
    let found = shares.values.filter { share in
      share.account == account && node.map { $0 < share.node } ?? true
    }
    return Array(found.sorted { $0.node < $1.node }.prefix(limit))
  }

  func upload(_ file: DriveFileID) -> DriveUpload? { uploads[file] }

  func uploadUse(of account: AccountLabel) -> (count: Int, bytes: UInt64) {
    let own = uploads.values.filter { $0.account == account }
    return (own.count, own.filter { !$0.isComplete }.reduce(0) { $0 + $1.size })
  }

  func oldUploads(before time: UInt64, limit: Int) -> [DriveFileID] {
    let old = uploads.values.filter { $0.expiresAt <= time }
    let sorted = old.sorted { ($0.expiresAt, $0.file) < ($1.expiresAt, $1.file) }
    return Array(sorted.prefix(limit).map(\.file))
  }

  func isKnown(_ file: DriveFileID) -> Bool { files[file] != nil || uploads[file] != nil }

  /// Every one that nothing names: here all are looked at each time.
  func looseFiles(limit: Int) -> [(file: DriveFileID, isNeeded: Bool)] {
    let named = Set(
      nodes.values.compactMap { $0.content?.file }
        + versions.values.flatMap(\.values).compactMap(\.content.file))
    return files.keys.filter { !named.contains($0) }.sorted().prefix(limit).map { ($0, false) }
  }

  func password(_ hash: AppPasswordHash) -> AppPassword? { passwords[hash] }

  func passwords(of account: AccountLabel) -> [AppPassword] {
    let own = passwords.values.filter { $0.account == account }
    return own.sorted { ($0.createdAt, $0.hash) < ($1.createdAt, $1.hash) }
  }
}
