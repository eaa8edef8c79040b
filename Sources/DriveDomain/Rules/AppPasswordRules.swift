import CollaborationDomain
import GroveIdentity

/// Passwords for programs: made and revoked one by one by whoever is signed in.
public enum AppPasswordRules {
  /// How precisely it is noted when one was used last, in milliseconds.
  public static let useIsNotedEvery: UInt64 = 600_000

  /// Enters one, and makes the account's drive with the first.
  /// - Parameter root: names the drive's folder, if it is made now.
  /// - Returns: `limitExceeded` for the 51st, `unauthenticated`, also to a program.
  public static func make(
    _ hash: AppPasswordHash, named name: String, root: DriveNodeID, for call: DriveCall,
    reading reader: any DriveReader
  ) throws -> DriveDecision<DriveOutcome<AppPassword>> {
    try outcome {
      guard case .caller(let caller) = call.authority else { throw DriveRefusal.unauthenticated }
      try reader.admit(call)
      guard try reader.passwords(of: call.account).count < DriveLimits.passwords else {
        throw DriveRefusal.limitExceeded
      }
      // For a backend's account it may be the first that is heard of it.
      var changes = try reader.collaborations.admitting(Call(caller, at: call.now))
        .map(DriveChange.collaboration)
      if try reader.drive(of: call.account) == nil {
        let drive = DriveRecord(account: call.account, root: root)
        let folder = DriveNode(
          id: root, account: call.account, parent: nil, name: nil, at: call.now)
        changes += [.putDrive(drive), .putNode(folder)]
      }
      let password = AppPassword(
        hash: hash, account: call.account, name: name, createdAt: call.now)
      return DriveDecision(password, changes: changes + [.putPassword(password)])
    }
  }

  /// Those of the account, the oldest first.
  public static func list(for call: DriveCall, reading reader: any DriveReader) throws
    -> DriveOutcome<[AppPassword]>
  {
    try outcome(looking: {
      try reader.admit(call)
      return try reader.passwords(of: call.account)
    })
  }

  /// - Parameter id: as `AppPassword.id` has it.
  /// - Returns: the one that opens nothing any more; or `notFound`.
  public static func revoke(_ id: String, for call: DriveCall, reading reader: any DriveReader)
    throws -> DriveDecision<DriveOutcome<AppPasswordHash>>
  {
    try outcome {
      guard case .caller = call.authority else { throw DriveRefusal.unauthenticated }
      try reader.admit(call)
      guard let found = try reader.passwords(of: call.account).first(where: { $0.id == id }) else {
        throw DriveRefusal.notFound
      }
      return DriveDecision(found.hash, changes: [.removePassword(found.hash)])
    }
  }

  /// Whether a password is one of the account's; notes that it is used, where that is news.
  /// - Returns: `unauthenticated`, `accountDisabled`.
  public static func enter(_ call: DriveCall, reading reader: any DriveReader) throws
    -> DriveDecision<DriveOutcome<Void>>
  {
    try outcome {
      try reader.admit(call)
      guard case .password(let hash) = call.authority, var known = try reader.password(hash),
        call.now >= known.lastUsedAt + useIsNotedEvery
      else { return DriveDecision(()) }
      known.lastUsedAt = call.now
      return DriveDecision((), changes: [.putPassword(known)])
    }
  }
}
