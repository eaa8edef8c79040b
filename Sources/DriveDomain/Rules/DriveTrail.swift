/// A path, as far as there is something.
struct DriveTrail {
  let path: DrivePath
  /// From the account's own folder down.
  let nodes: [DriveNode]
  /// What the last folder holds under the next name but for its case.
  let clash: DriveNode?

  /// What the path names; nil where there is nothing.
  var node: DriveNode? { nodes.count == path.names.count + 1 ? nodes.last : nil }

  /// The folder it lies in, or would lie in.
  /// - Throws: `forbidden` for the account's own folder, and for what others share; `noParent`.
  func parent() throws -> DriveNode {
    guard !path.names.isEmpty, !path.isReserved else { throw DriveRefusal.forbidden }
    guard nodes.count >= path.names.count, nodes[path.names.count - 1].isFolder else {
      throw DriveRefusal.noParent
    }
    let parent = nodes[path.names.count - 1]
    guard parent.id != .shared else { throw DriveRefusal.forbidden }
    return parent
  }

  /// The folder in which something is to be made, and its name there.
  /// - Throws: `nameTaken`.
  func vacancy() throws -> (parent: DriveNode, name: DriveName) {
    let parent = try parent()
    guard clash == nil, let name = path.names.last else { throw DriveRefusal.nameTaken }
    return (parent, name)
  }

  /// The folders above it, itself not among them.
  var above: ArraySlice<DriveNode> { nodes.prefix(path.names.count) }
}

/// One command on one drive, the caller's own or one of which something is shared with them: what it looks at, and what it
/// will have changed.
struct DriveWork {
  let reader: any DriveReader
  let call: DriveCall
  /// The caller's own folder.
  let root: DriveNodeID
  /// What the command's path leads into; nil for the caller's own drive.
  let mount: DriveMount?
  /// The owner's folders above that, from the drive's own down. What is locked there is locked here.
  let outer: [DriveNodeID]
  let locks: DriveLockTable
  let memory: DriveMemory
  let submitted: Set<DriveLockToken>
  /// The one that is changed.
  var drive: DriveRecord
  var changes: [DriveChange] = []

  /// - Parameter path: where it is to be done.
  /// - Throws: `unauthenticated`, `accountDisabled`.
  init(
    _ call: DriveCall, at path: DrivePath, _ conditions: DriveConditions = DriveConditions(),
    reading reader: any DriveReader
  ) throws {
    let own = try reader.admitted(call)
    let memory = DriveMemory(reader, at: call.now)
    try self.init(
      call, own, through: memory.mount(at: path, for: call.account), conditions.submitted, memory,
      reader)
  }

  private init(
    _ call: DriveCall, _ own: DriveRecord, through mount: DriveMount?,
    _ submitted: Set<DriveLockToken>, _ memory: DriveMemory, _ reader: any DriveReader
  ) throws {
    (self.reader, self.call, self.mount, self.submitted) = (reader, call, mount, submitted)
    self.memory = memory
    root = own.root
    let shared = try mount.map { try reader.drive(of: $0.share.account) }
    guard let drive = shared ?? own else { throw DriveRefusal.notFound }
    self.drive = drive
    outer = try mount.map { try memory.chain(of: $0.node.id).dropFirst().reversed() } ?? []
    locks = try memory.locks(of: drive.account)
  }

  /// The same command for something that is shared with the caller.
  init(_ work: DriveWork, through mount: DriveMount) throws {
    try self.init(
      work.call, work.drive, through: mount, work.submitted, work.memory, work.reader)
  }

  /// The same command where another path leads.
  func reaching(_ path: DrivePath) throws -> DriveWork {
    let other = try memory.mount(at: path, for: call.account)
    guard other?.share != mount?.share else { return self }
    return try DriveWork(call, reader.admitted(call), through: other, submitted, memory, reader)
  }

  /// What is above what the path's rows tell: the caller's own folder, and for what is shared the way there.
  private func beginning(of path: DrivePath) throws -> [DriveNode] {
    guard let root = try reader.node(root) else { throw DriveRefusal.notFound }
    guard path.isBelowShared else { return [root] }
    let isThere = try mount != nil || !memory.mounts(for: call.account).isEmpty
    guard isThere, path.names.first == DrivePath.shared.names.first else { return [root] }
    let folder = DriveNode(
      id: .shared, account: call.account, parent: root.id, name: path.names.first,
      at: root.createdAt)
    guard let mount, mount.contains(path) else { return [root, folder] }
    return [root, folder, mount.node]
  }

  func trail(_ path: DrivePath) throws -> DriveTrail {
    var nodes = try beginning(of: path)
    var clash: DriveNode?
    // What others share is found by its beginning only.
    let isOver = path.isBelowShared && nodes.count < 3
    for (depth, name) in path.names.enumerated().dropFirst(isOver ? .max : nodes.count - 1) {
      guard nodes[depth].isFolder, let found = try memory.child(of: nodes[depth].id, key: name.key)
      else { break }
      guard found.name == name else {
        clash = depth == path.names.count - 1 ? found : nil
        break
      }
      nodes.append(found)
    }
    return DriveTrail(path: path, nodes: nodes, clash: clash)
  }

  /// - Throws: `notFound`.
  func found(_ path: DrivePath) throws -> (trail: DriveTrail, node: DriveNode) {
    let trail = try trail(path)
    guard let node = trail.node else { throw DriveRefusal.notFound }
    return (trail, node)
  }

  func decision<Answer: Sendable>(_ answer: Answer) -> DriveDecision<Answer> {
    DriveDecision(answer, changes: changes + [.putDrive(drive)])
  }

  /// The folder in which something is to be made, and its name there.
  /// - Throws: `nameTaken`, `limitExceeded` where it would be too deep in the drive it is in.
  func vacancy(_ trail: DriveTrail) throws -> (parent: DriveNode, name: DriveName) {
    guard depth(of: trail.path) <= DriveLimits.depth else { throw DriveRefusal.limitExceeded }
    return try trail.vacancy()
  }

  /// How many folders are above it in the drive it is in.
  func depth(of path: DrivePath) -> Int {
    guard let mount else { return path.names.count }
    return path.names.count - mount.shown.names.count + outer.count
  }

  /// Whether the caller may change something, or what a folder holds, locks aside.
  /// - Throws: `forbidden` for the folder of what others share, `readOnly`.
  func mayChange(_ node: DriveNode?) throws {
    guard node?.id != .shared else { throw DriveRefusal.forbidden }
    guard mount?.mayWrite ?? true else { throw DriveRefusal.readOnly }
  }

  /// Counts something that is added.
  /// - Throws: `limitExceeded` for one more than there may be.
  mutating func add(_ node: DriveNode) throws {
    guard drive.nodes < DriveLimits.nodes else { throw DriveRefusal.limitExceeded }
    drive.nodes += 1
    drive.used += node.charge
    changes.append(.putNode(node))
  }

  /// A folder has gained or lost something.
  mutating func touch(_ folder: DriveNode) {
    var folder = folder
    folder.modifiedAt = call.now
    changes.append(.putNode(folder))
  }
}

extension DriveReader {
  /// Where something is; nil for what lies in the bin.
  func path(of node: DriveNode) throws -> DrivePath? {
    var names: [DriveName] = []
    var place = node
    while let parent = place.parent, let name = place.name {
      names.append(name)
      guard let above = try self.node(parent) else { return nil }
      place = above
    }
    return place.binned == nil && place.name == nil ? DrivePath(unchecked: names.reversed()) : nil
  }
}
