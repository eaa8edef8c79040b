import CollaborationDomain

/// An account's drive, which is made when it is first wanted.
public enum OpeningRules {
  /// Whether it is there.
  public static func isOpen(for call: DriveCall, reading reader: any DriveReader) throws
    -> DriveOutcome<Bool>
  {
    try outcome(looking: {
      try reader.admit(call)
      return try reader.drive(of: call.account) != nil
    })
  }

  /// Makes it, where there is none.
  /// - Parameter root: names its folder, if it is made now.
  /// - Returns: `unauthenticated`, also to a program: its password has made one.
  public static func open(
    root: DriveNodeID, for call: DriveCall, reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<Void>> {
    try outcome { DriveDecision((), changes: try reader.opening(root: root, for: call)) }
  }
}

extension DriveReader {
  /// What makes the caller's drive, and the account where it is heard of for the first time.
  /// - Throws: `unauthenticated`, `accountDisabled`.
  func opening(root: DriveNodeID, for call: DriveCall) throws -> [DriveChange] {
    guard case .caller(let caller) = call.authority else { throw DriveRefusal.unauthenticated }
    try admit(call)
    var changes = try collaborations.admitting(Call(caller, at: call.now))
      .map(DriveChange.collaboration)
    guard try drive(of: call.account) == nil else { return changes }
    let folder = DriveNode(
      id: root, account: call.account, parent: nil, name: nil, at: call.now)
    changes += [.putDrive(DriveRecord(account: call.account, root: root)), .putNode(folder)]
    return changes
  }
}
