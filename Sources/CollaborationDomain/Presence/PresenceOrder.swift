public import GroveIdentity

/// One window or program of one account in one document.
public struct PresenceKey: Hashable, Sendable {
  /// Where it is.
  public var document: DocumentID
  /// Whose it is.
  public var account: AccountLabel
  /// Tells the windows of one account apart.
  public var clientID: RequestID

  /// Names a window that somebody says to be here, or to be gone.
  public init(document: DocumentID, account: AccountLabel, clientID: RequestID) {
    self.document = document
    self.account = account
    self.clientID = clientID
  }
}

/// What of a window was said last, where its requests come to several nodes in turn: what one of them tells may come later than
/// what was said to another after it. Pure.
///
/// Each saying has a time by the clock of the node that took it, and never one before what that node knew of the window.
public struct PresenceOrder: Sendable {
  /// Milliseconds for which a saying is known: longer than what was told before it is on its way.
  public static let memory: UInt64 = 10_000

  private static let least = 64
  private var last: [PresenceKey: (saidAt: UInt64, heardAt: UInt64)] = [:]
  private var roomFor = PresenceOrder.least

  /// Of how many windows something is kept.
  public var count: Int { last.count }

  /// Nothing was said.
  public init() {}

  /// When something counts as said that is said to this node.
  public func time(of key: PresenceKey, at now: UInt64) -> UInt64 {
    max(now, known(key, at: now).map { $0 + 1 } ?? 0)
  }

  /// Whether nothing newer is known.
  public func isNew(_ key: PresenceKey, saidAt: UInt64, at now: UInt64) -> Bool {
    known(key, at: now).map { $0 < saidAt } ?? true
  }

  /// When it was said what is known of it.
  private func known(_ key: PresenceKey, at now: UInt64) -> UInt64? {
    last[key].flatMap { now < $0.heardAt + Self.memory ? $0.saidAt : nil }
  }

  /// It was said or heard. What was heard too long ago to matter is forgotten from time to time.
  public mutating func note(_ key: PresenceKey, saidAt: UInt64, at now: UInt64) {
    last[key] = (saidAt, now)
    guard last.count >= roomFor else { return }
    last = last.filter { now < $0.value.heardAt + Self.memory }
    roomFor = 2 * last.count + Self.least
  }
}
