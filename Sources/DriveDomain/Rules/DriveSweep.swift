public import GroveIdentity

/// What goes by itself: things that have been in the bin for 30 days, locks and uploads whose time is over, bytes that
/// nothing names.
public enum DriveSweep {
  /// What one step has led to.
  public struct Swept: Hashable, Sendable {
    /// Files that nothing names any more, and whose rows are gone.
    public var files: [DriveFileID]
    /// Whether there is more to do.
    public var isMore: Bool
  }

  public static func step(at now: UInt64, reading reader: any DriveReader) throws
    -> DriveDecision<Swept>
  {
    let limit = DriveLimits.sweptNodes
    // Files first: what is erased below names some, which are to be looked at again.
    let loose = try reader.looseFiles(limit: limit)
    var changes: [DriveChange] = loose.map {
      $0.isNeeded ? .keepFile($0.file) : .removeFile($0.file)
    }
    let locks = try reader.oldLocks(before: now, limit: limit)
    changes += locks.map { .removeLock($0) }
    let uploads = try reader.oldUploads(before: now, limit: limit)
    changes += uploads.map { .removeUpload($0) }
    let due = try reader.oldBinned(before: now - min(now, DriveLimits.binnedFor))
    if let due { changes += try erase(due, reading: reader) }
    return DriveDecision(
      Swept(
        files: loose.filter { !$0.isNeeded }.map(\.file),
        isMore: due != nil || !uploads.isEmpty || loose.count == limit || locks.count == limit),
      changes: changes)
  }

  /// Erases something, or so much of it as one step takes. What a folder holds goes first.
  static func erase(_ node: DriveNode, reading reader: any DriveReader) throws -> [DriveChange] {
    guard var drive = try reader.drive(of: node.account) else { return [.removeNode(node.id)] }
    var changes: [DriveChange] = []
    func remove(_ node: DriveNode) throws {
      let kept = try reader.versions(of: node.id).reduce(0) { $0 + $1.content.size }
      drive.used -= min(node.charge + kept, drive.used)
      drive.nodes -= min(1, drive.nodes)
      changes.append(.removeNode(node.id))
    }
    let held =
      node.isFolder
      ? try reader.children(of: node.id, after: nil, limit: DriveLimits.sweptNodes) : []
    for var child in held {
      guard child.isFolder else {
        try remove(child)
        continue
      }
      // Its turn comes by itself.
      child.parent = nil
      child.binned = DriveNode.Binned(at: 0, from: "")
      changes.append(.putNode(child))
    }
    if held.count < DriveLimits.sweptNodes { try remove(node) }
    return changes + [.putDrive(drive)]
  }
}

/// Erasing the drive of an account that is being deleted, in steps, after `AccountDeletion.begin`. All of it may be
/// repeated after an interruption.
public enum DriveErasure {
  /// - Returns: whether there is more; the bytes go with the sweeps that follow.
  public static func step(of account: AccountLabel, reading reader: any DriveReader) throws
    -> DriveDecision<Bool>
  {
    let passwords = try reader.passwords(of: account).map { DriveChange.removePassword($0.hash) }
    let locks = try reader.locks(of: account).map { DriveChange.removeLock($0.token) }
    let changes = passwords + locks + [.removeUploads(of: account)]
    guard let drive = try reader.drive(of: account) else {
      return DriveDecision(false, changes: changes)
    }
    if var root = try reader.node(drive.root), root.binned == nil {
      root.binned = DriveNode.Binned(at: 0, from: "")
      return DriveDecision(true, changes: changes + [.putNode(root)])
    }
    if let next = try reader.anyBinned(of: account) {
      let erasing = try DriveSweep.erase(next, reading: reader)
      return DriveDecision(true, changes: changes + erasing)
    }
    return DriveDecision(false, changes: changes + [.removeDrive(account)])
  }
}
