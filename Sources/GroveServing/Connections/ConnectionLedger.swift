/// Decides who may be connected: a value without sockets or clock.
///
/// A newcomer is taken in while there is room, for everybody, for those without a credential, and for
/// its address. Where there is none, the idlest connection without a credential is closed for it: of
/// the same address where the address has too many, of all otherwise.
struct ConnectionLedger {
  /// What a newcomer means for the others.
  enum Arrival: Hashable, Sendable {
    case accepted
    /// Accepted, and this one is to be closed for it.
    case closing(UInt64)
    /// Everybody here has shown a credential: the newcomer itself is to be closed.
    case refused
  }

  private struct Entry {
    let network: String?
    var account: String?
  }

  private struct Strangers {
    var count = 0
    var queue = IdleConnectionHeap()
  }

  private let limits: ConnectionLimits
  private var entries: [UInt64: Entry] = [:]
  private var strangers = Strangers()
  private var networks: [String: Strangers] = [:]
  private var accounts: [String: Int] = [:]

  init(limits: ConnectionLimits) { self.limits = limits }

  var count: Int { entries.count }
  /// How many have shown no credential.
  var strangerCount: Int { strangers.count }
  /// How many addresses are remembered.
  var networkCount: Int { networks.count }
  /// How many places in queues are taken, by those who are here and by some who left.
  var remembered: Int { networks.values.reduce(strangers.queue.count) { $0 + $1.queue.count } }

  /// - Parameters:
  ///   - network: what limits per address count; nil: nothing is counted by address, as for a proxy that speaks for many.
  ///   - now: on the clock of `lastActive`.
  ///   - lastActive: when a connection last began or finished a request; asked of those that are here.
  mutating func arrive(
    _ id: UInt64, from network: String?, at now: UInt64, lastActive: (UInt64) -> UInt64
  ) -> Arrival {
    var victim: UInt64?
    let activity = { [entries] (id: UInt64) -> UInt64? in
      guard let entry = entries[id], entry.account == nil else { return nil }
      return lastActive(id)
    }
    if let network, let own = networks[network], own.count >= limits.perAddress {
      victim = networks[network]?.queue.pop(lastActive: activity)
    } else if entries.count >= limits.total || strangers.count >= limits.strangers {
      victim = strangers.queue.pop(lastActive: activity)
      if victim == nil { return .refused }
    }
    if let victim { leave(victim) }
    enter(id, network, now)
    return victim.map { .closing($0) } ?? .accepted
  }

  /// The connection has shown a valid credential of this account.
  mutating func recognise(_ id: UInt64, as account: String) {
    guard let entry = entries[id], entry.account == nil,
      accounts[account, default: 0] < limits.perAccount,
      entries.count - strangers.count < limits.known
    else { return }
    entries[id]?.account = account
    accounts[account, default: 0] += 1
    forgetStranger(entry.network)
  }

  /// The connection is closed, or about to be.
  mutating func leave(_ id: UInt64) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    guard let account = entry.account else { return forgetStranger(entry.network) }
    accounts[account, default: 0] -= 1
    if accounts[account] == 0 { accounts[account] = nil }
  }

  private mutating func enter(_ id: UInt64, _ network: String?, _ now: UInt64) {
    entries[id] = Entry(network: network)
    Self.add(id, now, to: &strangers, entries)
    if let network { Self.add(id, now, to: &networks[network, default: Strangers()], entries) }
  }

  private static func add(
    _ id: UInt64, _ now: UInt64, to strangers: inout Strangers, _ entries: [UInt64: Entry]
  ) {
    strangers.count += 1
    strangers.queue.insert(id, at: now)
    // Who has left is met when a place is needed; where none ever is, they are cleared away here.
    guard strangers.queue.count > 2 * strangers.count + 32 else { return }
    strangers.queue.compact { entries[$0].map { $0.account == nil } ?? false }
  }

  private mutating func forgetStranger(_ network: String?) {
    strangers.count -= 1
    guard let network else { return }
    networks[network]?.count -= 1
    if networks[network]?.count == 0 { networks[network] = nil }
  }
}
