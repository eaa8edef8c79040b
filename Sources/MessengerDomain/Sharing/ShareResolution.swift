public import GroveIdentity
public import GroveMessage
package import GroveSystem

/// What looking an account up led to.
public enum ShareResolution: Hashable, Sendable {
  /// - Parameter devices: how many take part in collaborations.
  case found(AccountID, StatementReference, devices: Int)
  case unknown(AccountID)
  case untrusted(AccountID)
}

extension ShareResolution {
  package var account: AccountID {
    switch self {
    case .found(let account, _, _), .unknown(let account), .untrusted(let account): account
    }
  }

  package var statement: StatementReference? {
    if case .found(_, let statement, _) = self { statement } else { nil }
  }

  /// Why the account cannot be invited; nil where it can.
  package var failure: ShareFailure? {
    switch self {
    case .found(let account, _, let devices):
      devices == 0 ? .recipientWithoutDevices(account) : nil
    case .unknown(let account): .recipientUnknown(account)
    case .untrusted(let account): .recipientUntrusted(account)
    }
  }
}
