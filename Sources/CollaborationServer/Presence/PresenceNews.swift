import CollaborationDomain
import GroveIdentity

/// That a window is here, or is not any more: what nodes tell each other through the database (decision 0033). One line of JSON;
/// the largest fits into one notification.
struct PresenceNews: Hashable, Sendable, Codable {
  var document: DocumentID
  var account: AccountLabel
  var clientID: RequestID
  /// Milliseconds since 1970 (`PresenceOrder`).
  var saidAt: DecimalUInt64
  /// Nil: it has left.
  var here: Here?

  struct Here: Hashable, Sendable, Codable {
    var displayName: String
    var session: SessionHash
    /// The app's backend acts for the account.
    var isBackend: Bool
    var state: Base64URLBytes
    /// Milliseconds since 1970.
    var expiresAt: DecimalUInt64
  }

  init(_ key: PresenceKey, saidAt: UInt64, here: Here? = nil) {
    (document, account, clientID) = (key.document, key.account, key.clientID)
    self.saidAt = DecimalUInt64(saidAt)
    self.here = here
  }

  var key: PresenceKey { PresenceKey(document: document, account: account, clientID: clientID) }

  /// Whose right to be here another node has to look up.
  /// - Returns: nil where they have left.
  var caller: Caller? {
    here.map { here in
      Caller(
        account: account,
        authority: here.isBackend
          ? .backend(session: here.session, displayName: here.displayName)
          : .session(here.session))
    }
  }

  /// - Returns: nil where they have left, or the lease has ended. No lease is longer than any may be, whatever the other
  ///   node's clock says.
  func entry(at now: UInt64) -> PresenceTable.Entry? {
    guard let here, now < here.expiresAt.value else { return nil }
    let longest = now + UInt64(PresenceTable.leaseRange.upperBound) * 1000
    return PresenceTable.Entry(
      account: account, displayName: here.displayName, clientID: clientID, session: here.session,
      state: here.state.bytes, expiresAt: min(here.expiresAt.value, longest))
  }
}

extension PresenceNews.Here {
  init(_ entry: PresenceTable.Entry, isBackend: Bool) {
    self.init(
      displayName: entry.displayName, session: entry.session, isBackend: isBackend,
      state: Base64URLBytes(entry.state), expiresAt: DecimalUInt64(entry.expiresAt))
  }
}

/// What is still to be told: of each window the newest, in turn. Bounded, also in what is told at once.
struct PresenceOutbox: Sendable {
  static let maximumWaiting = 4096
  /// Bytes of states and names that are taken at once.
  static let bytesAtOnce = 64 << 10

  private var waiting: [PresenceKey: PresenceNews] = [:]
  private var turns: [PresenceKey] = []

  var isEmpty: Bool { waiting.isEmpty }

  /// What finds no place is told with the window's next renewal, or its lease ends.
  mutating func put(_ news: PresenceNews) {
    guard waiting.count < Self.maximumWaiting || waiting[news.key] != nil else { return }
    if waiting.updateValue(news, forKey: news.key) == nil { turns.append(news.key) }
  }

  mutating func take() -> [PresenceNews] {
    var taken: [PresenceNews] = []
    var bytes = 0
    for key in turns {
      guard let news = waiting[key] else { continue }
      bytes += 300 + (news.here?.state.bytes.count ?? 0)
      guard bytes <= Self.bytesAtOnce else { break }
      taken.append(news)
      waiting[key] = nil
    }
    turns.removeFirst(taken.count)
    return taken
  }
}
