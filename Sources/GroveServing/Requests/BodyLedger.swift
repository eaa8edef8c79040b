import GroveWire

/// Whom a body's bytes are counted for.
struct BodyOwner: Hashable, Sendable {
  /// Nil where nobody has to sign in.
  var account: String?
  var address: String
}

/// Who holds how many bytes: a value that decides.
struct BodyLedger {
  private let shares: BodyLimits.Shares
  private(set) var total = 0
  private var accounts: [String: Int] = [:]
  private var addresses: [String: Int] = [:]

  init(shares: BodyLimits.Shares) { self.shares = shares }

  /// The name of all who have not signed in; no account's.
  private static let strangers = ""

  /// How many names are remembered.
  var nameCount: Int { accounts.count + addresses.count }

  /// - Returns: the refusal; nothing is counted then.
  mutating func take(_ bytes: Int, for owner: BodyOwner) -> Problem? {
    let name = owner.account ?? Self.strangers
    let account = accounts[name, default: 0]
    let address = addresses[owner.address, default: 0]
    let most = owner.account == nil ? shares.total / 4 : shares.perAccount
    guard account + bytes <= most, address + bytes <= shares.perAddress else {
      return Problem(.rateLimited, detail: "bodies under way", retryAfter: 5)
    }
    guard total + bytes <= shares.total else {
      return Problem(.unavailable, detail: "bodies under way", retryAfter: 5)
    }
    total += bytes
    accounts[name] = account + bytes
    addresses[owner.address] = address + bytes
    return nil
  }

  mutating func give(_ bytes: Int, of owner: BodyOwner) {
    total -= bytes
    Self.subtract(bytes, owner.account ?? Self.strangers, &accounts)
    Self.subtract(bytes, owner.address, &addresses)
  }

  private static func subtract(_ bytes: Int, _ name: String, _ counts: inout [String: Int]) {
    let rest = counts[name, default: 0] - bytes
    counts[name] = rest > 0 ? rest : nil
  }
}
