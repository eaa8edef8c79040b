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
  /// - Throws: `forbidden` for the account's own folder, `noParent`.
  func parent() throws -> DriveNode {
    guard !path.names.isEmpty else { throw DriveRefusal.forbidden }
    guard nodes.count >= path.names.count, nodes[path.names.count - 1].isFolder else {
      throw DriveRefusal.noParent
    }
    return nodes[path.names.count - 1]
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

/// One command on one drive: what it looks at, and what it will have changed.
struct DriveWork {
  let reader: any DriveReader
  let call: DriveCall
  let locks: DriveLockTable
  let submitted: Set<DriveLockToken>
  var drive: DriveRecord
  var changes: [DriveChange] = []

  /// - Throws: `unauthenticated`, `accountDisabled`.
  init(
    _ call: DriveCall, _ conditions: DriveConditions = DriveConditions(),
    reading reader: any DriveReader
  ) throws {
    self.reader = reader
    self.call = call
    drive = try reader.admitted(call)
    locks = try DriveLockTable(of: call.account, at: call.now, reading: reader)
    submitted = conditions.submitted
  }

  func trail(_ path: DrivePath) throws -> DriveTrail {
    guard let root = try reader.node(drive.root) else { throw DriveRefusal.notFound }
    var nodes = [root]
    var clash: DriveNode?
    for (depth, name) in path.names.enumerated() {
      guard nodes[depth].isFolder, let found = try reader.child(of: nodes[depth].id, key: name.key)
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
