/// How many connections one server holds, and whose.
///
/// A connection that has shown a valid credential belongs to an account and is kept; one that has not
/// is the first to go when a place is needed, the idlest before the others.
package struct ConnectionLimits: Hashable, Sendable {
  package var total: Int
  /// Without a credential, from one address (IPv6: one network of 64 bits).
  package var perAddress = 1_000
  /// Kept for one account; more of its connections are treated as if they had shown no credential.
  package var perAccount = 256
  /// Beyond the total: connections that are being closed and may still read why.
  package var lingering: Int

  package init(total: Int = 10_000) {
    self.total = total
    lingering = min(128, max(8, total / 8))
  }

  /// Of the total, without a credential.
  package var strangers: Int { total - total / 4 }
  /// Of the total, kept for accounts. The rest stays open for whoever comes, so that there is always
  /// somebody to close for a newcomer.
  package var known: Int { total - max(1, total / 8) }
  /// What the process must have room for.
  package var sockets: Int { total + lingering }
}
