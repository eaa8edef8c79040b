public import GroveIdentity

/// Who lost access by a change: whose streams the shell must cut before it answers (design 5.5).
public enum LostAccess: Hashable, Sendable {
  /// These and nobody else.
  case accounts([AccountLabel])
  /// Everybody; `count` accounts had been granted it. The owner keeps access unless the document is
  /// deleted.
  case everyone(count: Int, keepingOwner: AccountLabel?)

  /// A change that took access from nobody.
  public static let nobody = LostAccess.accounts([])

  /// How many accounts lost access, the owner of a deleted document aside; for the caller and for
  /// logs.
  public var count: Int {
    switch self {
    case .accounts(let accounts): accounts.count
    case .everyone(let count, _): count
    }
  }

  /// Which accounts those are; nil where everybody did.
  public var labels: [AccountLabel]? {
    if case .accounts(let accounts) = self { accounts } else { nil }
  }
}

/// The answer of a change that may have taken access away.
public struct Revocation: Hashable, Sendable {
  /// Whose streams to look through.
  public var documentID: DocumentID
  /// The membership counter after the change.
  public var epoch: UInt64
  /// Whom to cut.
  public var lost: LostAccess
}
