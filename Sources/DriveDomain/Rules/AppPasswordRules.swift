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
      let changes = try reader.opening(root: root, for: call)
      guard try reader.passwords(of: call.account).count < DriveLimits.passwords else {
        throw DriveRefusal.limitExceeded
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
