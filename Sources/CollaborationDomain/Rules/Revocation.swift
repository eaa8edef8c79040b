public import GroveIdentity

/// Who lost access by a change: whose streams the shell must cut before it answers (design 5.5).
public enum LostAccess: Hashable, Sendable {
  case accounts([AccountLabel])
  /// Everybody; `count` accounts had been granted it. The owner keeps access unless the document is
  /// deleted.
  case everyone(count: Int, keepingOwner: AccountLabel?)

  public static let nobody = LostAccess.accounts([])

  public var count: Int {
    switch self {
    case .accounts(let accounts): accounts.count
    case .everyone(let count, _): count
    }
  }
}

/// The answer of a change that may have taken access away.
public struct Revocation: Hashable, Sendable {
  public var documentID: DocumentID
  public var epoch: UInt64
  public var lost: LostAccess
}
