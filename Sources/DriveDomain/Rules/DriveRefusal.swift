/// Why something about a drive was not done. Nothing has changed.
public enum DriveRefusal: Error, Hashable, Sendable {
  /// No such app password any more, or the session has ended.
  case unauthenticated
  /// The account has been disabled by the operator.
  case accountDisabled
  /// There is nothing of that name.
  case notFound
  /// There is something, and it is no place for this: a folder to be written to, a name to be made that is there.
  case notAllowed
  /// The folder it would lie in is not there.
  case noParent
  /// Something there has this name, but for its case.
  case nameTaken
  /// Nothing can be called so.
  case name(DriveNameFault)
  /// What the request expects is not so.
  case preconditionFailed
  /// It is locked, and the request does not name the lock. `path`: what was locked; `isBelow`: further down than what
  /// the request is about.
  case locked(path: DrivePath, isBelow: Bool)
  /// A lock that is there leaves no room for this one.
  case lockConflict(path: DrivePath, isBelow: Bool)
  /// The lock that is named does not reach what the request is about.
  case lockMismatch
  /// It makes no sense, or is not the caller's to do: a folder into itself, a thing onto itself, away with the account's own
  /// folder or with what others share, and sharing what is somebody else's.
  case forbidden
  /// It is shared with the caller to be read only.
  case readOnly
  /// What was shared is not any more.
  case gone
  /// The request identifier was used for something else.
  case conflict
  /// More than there may be (`docs/LIMITS.md`).
  case limitExceeded
  /// The account keeps as much as it may.
  case quotaExceeded
}

/// An answer, or why there is none.
public typealias DriveOutcome<Value> = Result<Value, DriveRefusal>

/// Runs a rule whose early exits are thrown refusals, and gives the refusal back as an answer.
func outcome<Value: Sendable>(_ rule: () throws -> DriveDecision<Value>) throws
  -> DriveDecision<DriveOutcome<Value>>
{
  do {
    let decision = try rule()
    return DriveDecision(.success(decision.answer), changes: decision.changes)
  } catch let refusal as DriveRefusal {
    return DriveDecision(.failure(refusal))
  }
}

/// The same for a look that changes nothing.
func outcome<Value: Sendable>(looking look: () throws -> Value) throws -> DriveOutcome<Value> {
  do {
    return .success(try look())
  } catch let refusal as DriveRefusal {
    return .failure(refusal)
  }
}
