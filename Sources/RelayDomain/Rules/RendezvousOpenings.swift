public import GroveMessage

/// Who has opened which rendezvous, so that one address cannot open them all. Kept in memory and never
/// written down: it would tell where people link their devices. A value; time comes in.
public struct RendezvousOpenings: Sendable {
  private var opened: [String: [RendezvousID: UInt64]] = [:]
  private let perAddress: Int

  /// - Parameter limits: only `rendezvousOpenPerAddress` is read.
  public init(_ limits: RelayLimits) { perAddress = limits.rendezvousOpenPerAddress }

  /// How many are counted.
  public var count: Int { opened.values.reduce(0) { $0 + $1.count } }

  /// What an address has for a rendezvous that is not open yet, as far as it knows.
  public enum Place: Hashable, Sendable {
    /// It may be opened; the place is the address's until it is released or over.
    case taken
    /// It was opened from this address before.
    case held
    /// The address has as many as it may have.
    case refused
  }

  /// Takes a place for one that may be opened now, until it is released or over.
  public mutating func take(
    _ id: RendezvousID, for address: String, until expiresAt: UInt64, now: UInt64
  ) -> Place {
    opened = opened.mapValues { $0.filter { $0.value > now } }.filter { !$0.value.isEmpty }
    guard opened[address]?[id] == nil else { return .held }
    guard (opened[address]?.count ?? 0) < perAddress else { return .refused }
    opened[address, default: [:]][id] = expiresAt
    return .taken
  }

  /// It was opened at another node, whatever the address has here: then the next waits the longer.
  public mutating func hold(_ id: RendezvousID, for address: String, until expiresAt: UInt64) {
    opened[address, default: [:]][id] = expiresAt
  }

  /// Gives a place back: the rendezvous was open already, or was not opened after all.
  public mutating func release(_ id: RendezvousID, for address: String) {
    opened[address]?[id] = nil
    if opened[address]?.isEmpty == true { opened[address] = nil }
  }
}
