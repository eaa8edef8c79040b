import CollaborationDomain
import DriveDomain
import GroveIdentity
import GroveServing
import GroveWire
import Synchronization

/// What the requests to drives share: the rows, the files beside them, who may come in.
struct DriveCalls: Sendable {
  let core: CollaborationCore
  let files: KeptFiles<DriveFileID>
  let entrance: DriveEntrance
  let uploads = DriveUploads()
  let uploadTurns = UploadTurns()
  /// Of pages of listings: reading and writing them is work of the processors that everybody shares.
  let turns = CallerTurns()

  /// - Parameter sessions: by which the page is signed in.
  init(_ core: CollaborationCore, _ files: KeptFiles<DriveFileID>, sessions: AppAuthenticator) {
    self.core = core
    self.files = files
    entrance = DriveEntrance(core.appPasswordTries, sessions: sessions)
  }

  var quota: UInt64 { core.configuration.driveQuota }

  /// Runs a command in one transaction. What it tells is on its way when this returns.
  /// - Throws: the refusal, or why the store could not answer.
  func change<Value: Sendable>(
    by call: DriveCall,
    _ rule:
      @escaping @Sendable (DriveCall, any DriveReader) throws -> DriveDecision<DriveOutcome<Value>>
  ) async throws -> Value {
    let (answer, tells) = try await core.store.changeDrives(for: call.account.streamAccount) {
      let decision = try rule(call, $0)
      let tells = decision.changes.contains(where: \.tells)
      return DriveDecision((decision.answer, tells), changes: decision.changes)
    }
    if tells { core.noticeCalls.call() }
    return try answer.get()
  }

  /// Looks at what is committed, in one snapshot.
  func look<Value: Sendable>(
    by call: DriveCall,
    _ rule: @escaping @Sendable (DriveCall, any DriveReader) throws -> DriveOutcome<Value>
  ) async throws -> Value {
    try await core.store.readDrives(for: call.account.streamAccount) { try rule(call, $0) }.get()
  }

  /// Who asks: a page of this server in its session, or a program with its password.
  func admit(_ request: TreeRequest) async throws -> DriveCall {
    if let call = try await entrance.page(request, at: core.now()) {
      try request.recognise(as: call.account.text)
      try await open(by: call)
      return call
    }
    let call = try await entrance.admit(request, at: core.now()) { call in
      try await change(by: call) { try AppPasswordRules.enter($0, reading: $1) }
    }
    try request.recognise(as: call.account.text)
    return call
  }

  /// Nobody had to ask for a drive before they look at it on the page.
  private func open(by call: DriveCall) async throws {
    guard try await !look(by: call, { try OpeningRules.isOpen(for: $0, reading: $1) }) else {
      return
    }
    let root = DriveNodeID(unchecked: core.random(DriveNodeID.byteCount))
    try await change(by: call) { try OpeningRules.open(root: root, for: $0, reading: $1) }
  }

  func fresh() -> DriveFresh { DriveFresh(seed: core.random(8)) }
}

extension DriveChange {
  /// Whether somebody may have to be told.
  fileprivate var tells: Bool {
    if case .collaboration(let change) = self { change.tells } else { false }
  }
}

/// Bytes of uploads under way, each account's together at most as many as it may keep: what has no row yet is disk too.
final class DriveUploads: Sendable {
  /// At one time, of one account.
  static let most = 64

  private let held = Mutex<[AccountLabel: (count: Int, bytes: UInt64)]>([:])

  /// - Throws: `rate_limited`.
  func begin(_ account: AccountLabel) throws(Problem) {
    let isFree = held.withLock { held in
      guard held[account]?.count ?? 0 < Self.most else { return false }
      held[account, default: (0, 0)].count += 1
      return true
    }
    guard isFree else { throw Problem(.rateLimited, detail: "bodies under way", retryAfter: 5) }
  }

  /// - Throws: `quotaExceeded`.
  func take(_ bytes: Int, for account: AccountLabel, upTo quota: UInt64) throws(DriveRefusal) {
    let fits = held.withLock { held in
      guard (held[account]?.bytes ?? 0) + UInt64(bytes) <= quota else { return false }
      held[account]?.bytes += UInt64(bytes)
      return true
    }
    guard fits else { throw .quotaExceeded }
  }

  func end(_ account: AccountLabel, bytes: UInt64) {
    held.withLock { held in
      guard var entry = held[account] else { return }
      entry.count -= 1
      entry.bytes -= min(bytes, entry.bytes)
      held[account] = entry.count > 0 ? entry : nil
    }
  }
}

extension CollaborationCore {
  /// One round for drives: rows first, then the files they named.
  func expireDrives() async throws {
    guard let driveFiles else { return }
    let now = now()
    while true {
      let swept = try await store.changeDrives(for: "") {
        try DriveSweep.step(at: now, reading: $0)
      }
      for file in swept.files { await driveFiles.remove(file) }
      if !swept.isMore { return }
    }
  }

  /// Files whose row was never written: the process ended in between.
  func removeOrphanedDriveFiles() async {
    guard let driveFiles else { return }
    for id in driveFiles.found {
      let isKnown = try? await store.readDrives(for: "") { try $0.isKnown(id) }
      if isKnown == false { await driveFiles.remove(id) }
    }
  }
}
