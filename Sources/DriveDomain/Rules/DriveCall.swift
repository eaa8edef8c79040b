public import CollaborationDomain
public import GroveIdentity

/// Who asks something of a drive, and when.
public struct DriveCall: Hashable, Sendable {
  /// By what right.
  public enum Authority: Hashable, Sendable {
    /// A program with a password of its own.
    case password(AppPasswordHash)
    /// The account's own session, or the app's backend.
    case caller(Caller)
  }

  public let account: AccountLabel
  public let authority: Authority
  /// Milliseconds since 1970; the same for all that one request does.
  public let now: UInt64

  public init(account: AccountLabel, password: AppPasswordHash, at now: UInt64) {
    self.account = account
    authority = .password(password)
    self.now = now
  }

  public init(_ call: Call) {
    account = call.caller.account
    authority = .caller(call.caller)
    now = call.now
  }
}

extension DriveReader {
  /// Whether the password or session still stands is looked up in the transaction that answers.
  /// - Throws: `unauthenticated`, `accountDisabled`.
  func admit(_ call: DriveCall) throws {
    switch call.authority {
    case .password(let hash):
      guard let password = try password(hash), password.account == call.account else {
        throw DriveRefusal.unauthenticated
      }
      guard try collaborations.account(call.account)?.disabled == nil else {
        throw DriveRefusal.accountDisabled
      }
    case .caller(let caller):
      do {
        try collaborations.admit(Call(caller, at: call.now))
      } catch let refusal as CollaborationRefusal {
        throw refusal == .accountDisabled
          ? DriveRefusal.accountDisabled : DriveRefusal.unauthenticated
      }
    }
  }

  /// The drive of whoever calls.
  /// - Throws: `notFound` where the account has none yet.
  func admitted(_ call: DriveCall) throws -> DriveRecord {
    try admit(call)
    guard let drive = try drive(of: call.account) else { throw DriveRefusal.notFound }
    return drive
  }
}
