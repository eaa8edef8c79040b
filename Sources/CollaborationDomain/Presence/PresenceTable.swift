public import GroveIdentity

/// Who is here now, per document, with leases. Pure: the shell passes the time in and tells others
/// what changed. Kept in memory only; a restart forgets it, and clients renew.
public struct PresenceTable: Sendable {
  /// Windows or programs one account may have open on one document.
  public static let maximumPerAccount = 16
  /// Bytes of all states of one account in one document. Each change of one is told to everybody
  /// together with the rest.
  public static let maximumBytesPerAccount = 8192
  /// Bytes of everybody's states in one document, with names.
  public static let maximumBytes = 512 << 10
  /// Entries of one account in all documents.
  public static let maximumOfAccount = 256
  /// Seconds a lease may last.
  public static let leaseRange = 5...120
  /// Seconds a lease lasts when nothing else is asked for.
  public static let defaultLease = 30

  /// One window or program of one account.
  public struct Entry: Hashable, Sendable {
    /// Whose window it is.
    public var account: AccountLabel
    /// Told to the others together with the state.
    public var displayName: String
    /// Tells the windows of one account apart.
    public var clientID: RequestID
    /// The session that entered it: the entry ends with the session.
    public var session: SessionHash
    /// The app decides what it means.
    public var state: [UInt8]
    /// Milliseconds since 1970: from then on the entry counts as gone.
    public var expiresAt: UInt64

    /// Made by the shell from a request whose access it has looked up.
    public init(
      account: AccountLabel, displayName: String, clientID: RequestID, session: SessionHash,
      state: [UInt8], expiresAt: UInt64
    ) {
      self.account = account
      self.displayName = displayName
      self.clientID = clientID
      self.session = session
      self.state = state
      self.expiresAt = expiresAt
    }

    /// What it counts in `maximumBytes`.
    var size: Int { state.count + account.bytes.count + displayName.utf8.count + 128 }
  }

  /// What became of a put.
  public enum Put: Hashable, Sendable {
    /// Entered or renewed.
    case done
    /// Access was taken from somebody since the caller's was checked: check again.
    case checkAgain
    /// The account has as many entries or bytes as it may, or the document has.
    case tooMany
  }

  /// A state of one document's presence; grows with every visible change.
  public typealias Version = UInt64

  private struct Key: Hashable {
    var account: AccountLabel
    var clientID: RequestID
  }

  private struct Board {
    var entries: [Key: Entry] = [:]
    var version: Version

    var bytes: Int { entries.values.reduce(0) { $0 + $1.size } }
  }

  private var boards: [DocumentID: Board] = [:]
  private var countOfAccount: [AccountLabel: Int] = [:]
  private var nextVersion: Version = 1
  private var removals: UInt64 = 0
  /// No lease ends before, so that looking for ended ones need not go through all of them.
  private var firstEnd = UInt64.max
  private var hasEmptied = false

  /// Nobody is present.
  public init() {}

  /// Grows with every removal; see `put`.
  public var generation: UInt64 { removals }

  /// When `expire` has something to do at the earliest, in milliseconds since 1970; nil: not until somebody enters or leaves.
  public var nextExpiry: UInt64? { hasEmptied ? 0 : boards.isEmpty ? nil : firstEnd }

  /// The version of what `present` answers; 0 where nobody is.
  public func version(of document: DocumentID) -> Version { boards[document]?.version ?? 0 }

  /// Who is present, by account and client.
  public func present(in document: DocumentID, at now: UInt64) -> [Entry] {
    (boards[document]?.entries.values.filter { now < $0.expiresAt } ?? [])
      .sorted { ($0.account, $0.clientID) < ($1.account, $1.clientID) }
  }

  /// The session of a window that is present; nil where it is not.
  public func session(of key: PresenceKey) -> SessionHash? {
    boards[key.document]?.entries[Key(account: key.account, clientID: key.clientID)]?.session
  }

  /// Enters or renews.
  /// - Parameter generation: as it was before the caller's access was looked up. If anybody has
  ///   been removed since, nothing is entered, so that a removed account cannot slip in between.
  public mutating func put(
    _ entry: Entry, in document: DocumentID, ifGeneration generation: UInt64, at now: UInt64
  ) -> Put {
    guard generation == removals else { return .checkAgain }
    let key = Key(account: entry.account, clientID: entry.clientID)
    var board = boards[document] ?? Board(version: 0)
    let before = board.entries[key]
    guard hasRoom(for: entry, insteadOf: before, in: board, at: now) else { return .tooMany }
    board.entries[key] = entry
    firstEnd = min(firstEnd, entry.expiresAt)
    if before == nil { countOfAccount[entry.account, default: 0] += 1 }
    if !isRenewal(of: before, by: entry, at: now) { board.version = takeVersion() }
    boards[document] = board
    return .done
  }

  private func hasRoom(
    for entry: Entry, insteadOf before: Entry?, in board: Board, at now: UInt64
  ) -> Bool {
    let own = board.entries.values.filter { $0.account == entry.account && now < $0.expiresAt }
    let others = own.filter { $0.clientID != entry.clientID }
    let states = others.reduce(entry.state.count) { $0 + $1.state.count }
    guard states <= Self.maximumBytesPerAccount,
      board.bytes - (before?.size ?? 0) + entry.size <= Self.maximumBytes
    else { return false }
    return before != nil
      || own.count < Self.maximumPerAccount
        && (countOfAccount[entry.account] ?? 0) < Self.maximumOfAccount
  }

  /// A renewed lease with the same state is nothing others need to hear of.
  private func isRenewal(of before: Entry?, by entry: Entry, at now: UInt64) -> Bool {
    guard let before else { return false }
    return now < before.expiresAt && before.state == entry.state
      && before.displayName == entry.displayName
  }

  private mutating func takeVersion() -> Version {
    defer { nextVersion += 1 }
    return nextVersion
  }

  /// Leaves before the lease ends.
  /// - Returns: whether anything changed.
  public mutating func end(
    _ clientID: RequestID, of account: AccountLabel, in document: DocumentID
  ) -> Bool {
    drop(in: document) { $0.account == account && $0.clientID == clientID }
  }

  /// Takes out everybody who lost access, and voids every put whose access was checked before.
  public mutating func remove(_ lost: LostAccess, from document: DocumentID) -> Bool {
    removals += 1
    switch lost {
    case .accounts(let accounts):
      let accounts = Set(accounts)
      return drop(in: document) { accounts.contains($0.account) }
    case .everyone(_, let owner):
      return drop(in: document) { $0.account != owner }
    }
  }

  /// Takes out everywhere what a session entered, when it ends.
  public mutating func signOut(_ session: SessionHash) -> [DocumentID] {
    removals += 1
    return Array(boards.keys).filter { document in drop(in: document) { $0.session == session } }
  }

  /// Whoever is present anywhere, each once.
  public var accounts: Set<AccountLabel> { Set(countOfAccount.keys) }

  /// Takes an account out everywhere.
  public mutating func signOut(_ account: AccountLabel) -> [DocumentID] {
    removals += 1
    return Array(boards.keys).filter { document in drop(in: document) { $0.account == account } }
  }

  /// Takes out everybody everywhere.
  public mutating func removeAll() -> [DocumentID] {
    removals += 1
    return Array(boards.keys).filter { document in drop(in: document) { _ in true } }
  }

  /// Forgets leases that have ended, and documents where nobody has been since it was asked last.
  /// - Returns: the documents whose presence changed.
  public mutating func expire(at now: UInt64) -> [DocumentID] {
    if hasEmptied { boards = boards.filter { !$0.value.entries.isEmpty } }
    hasEmptied = false
    guard firstEnd <= now else { return [] }
    let changed = boards.keys.filter { document in drop(in: document) { $0.expiresAt <= now } }
    firstEnd =
      boards.values.lazy.flatMap(\.entries.values).map(\.expiresAt).min() ?? .max
    return changed
  }

  private mutating func drop(in document: DocumentID, where isGone: (Entry) -> Bool) -> Bool {
    guard var board = boards[document] else { return false }
    let gone = board.entries.filter { isGone($0.value) }
    guard !gone.isEmpty else { return false }
    for key in gone.keys {
      board.entries[key] = nil
      let rest = (countOfAccount[key.account] ?? 1) - 1
      countOfAccount[key.account] = rest == 0 ? nil : rest
    }
    board.version = takeVersion()
    if board.entries.isEmpty { hasEmptied = true }
    boards[document] = board
    return true
  }
}
