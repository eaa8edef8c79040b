import CollaborationDomain
import GroveIdentity
import Synchronization

/// A memory store that counts the rows its rules ask for.
final class ReadCountingStore: CollaborationStore {
  private let base = MemoryStore()
  private let count = Mutex(0)

  var reads: Int { count.withLock(\.self) }
  func reset() { count.withLock { $0 = 0 } }

  func change<Answer: Sendable>(
    _ decide: @escaping @Sendable (any CollaborationReader) throws -> Decision<Answer>
  ) async throws -> Answer {
    try await base.change { reader in
      try decide(CountingReader(base: reader) { self.count.withLock { $0 += 1 } })
    }
  }

  func read<Answer: Sendable>(
    _ look: @escaping @Sendable (any CollaborationReader) throws -> Answer
  ) async throws -> Answer {
    try await base.read(look)
  }
}

/// Every list counts its rows, every look-up one.
private struct CountingReader: CollaborationReader {
  let base: any CollaborationReader
  let note: () -> Void

  private func one<Value>(_ value: Value) -> Value {
    note()
    return value
  }

  private func all<Value>(_ values: [Value]) -> [Value] {
    note()
    for _ in values { note() }
    return values
  }

  func account(_ account: AccountLabel) throws -> AccountRecord? { one(try base.account(account)) }
  func session(_ hash: SessionHash) throws -> SessionRecord? { one(try base.session(hash)) }
  func accounts(after label: AccountLabel?, limit: Int) throws -> [AccountRecord] {
    all(try base.accounts(after: label, limit: limit))
  }
  func passwordReset(_ hash: PasswordResetHash) throws -> PasswordResetRecord? {
    one(try base.passwordReset(hash))
  }
  func passwordReset(of account: AccountLabel) throws -> PasswordResetRecord? {
    one(try base.passwordReset(of: account))
  }
  func signInCode(_ hash: SignInCodeHash) throws -> SignInCodeRecord? {
    one(try base.signInCode(hash))
  }
  func signInCode(of account: AccountLabel) throws -> SignInCodeRecord? {
    one(try base.signInCode(of: account))
  }
  func bindings(of account: AccountLabel, limit: Int) throws -> [BindingRecord] {
    all(try base.bindings(of: account, limit: limit))
  }
  func sessions(of account: AccountLabel) throws -> [SessionRecord] {
    all(try base.sessions(of: account))
  }
  func signInName(_ name: AccountLabel) throws -> SignInName? { one(try base.signInName(name)) }
  func signInName(of account: AccountLabel) throws -> SignInName? {
    one(try base.signInName(of: account))
  }
  func providerLink(of identity: ProviderIdentity) throws -> ProviderLink? {
    one(try base.providerLink(of: identity))
  }
  func providerLinks(of account: AccountLabel) throws -> [ProviderLink] {
    all(try base.providerLinks(of: account))
  }
  func isUsed(_ state: ProviderState) throws -> Bool { one(try base.isUsed(state)) }
  func document(_ id: DocumentID) throws -> DocumentRecord? { one(try base.document(id)) }
  func documents(
    ownedBy account: AccountLabel, kind: DocumentRecord.Kind?, after place: ListCursor<DocumentID>?,
    limit: Int
  ) throws -> [DocumentRecord] {
    all(try base.documents(ownedBy: account, kind: kind, after: place, limit: limit))
  }
  func countDocuments(ownedBy account: AccountLabel, upTo limit: Int) throws -> Int {
    one(try base.countDocuments(ownedBy: account, upTo: limit))
  }
  func countLinkIdentities(in collaboration: CollaborationID, upTo limit: Int) throws -> Int {
    one(try base.countLinkIdentities(in: collaboration, upTo: limit))
  }
  func linkIdentities(in collaboration: CollaborationID, limit: Int) throws -> [RootHash] {
    all(try base.linkIdentities(in: collaboration, limit: limit))
  }
  func countIdentities(in collaboration: CollaborationID, upTo limit: Int) throws -> Int {
    one(try base.countIdentities(in: collaboration, upTo: limit))
  }
  func documents(
    grantedTo account: AccountLabel, kind: DocumentRecord.Kind?,
    after place: ListCursor<DocumentID>?,
    limit: Int
  ) throws -> [DocumentRecord] {
    all(try base.documents(grantedTo: account, kind: kind, after: place, limit: limit))
  }
  func sequence(ofUpdate updateID: RequestID, in document: DocumentID) throws -> UInt64? {
    one(try base.sequence(ofUpdate: updateID, in: document))
  }
  func events(of document: DocumentID, after sequence: UInt64, limit: Int, bytes: Int) throws
    -> [EventRecord]
  {
    all(try base.events(of: document, after: sequence, limit: limit, bytes: bytes))
  }
  func lastUpdate(of document: DocumentID) throws -> UInt64? {
    one(try base.lastUpdate(of: document))
  }
  func snapshotSize(of document: DocumentID) throws -> Int {
    one(try base.snapshotSize(of: document))
  }
  func snapshot(of document: DocumentID) throws -> SnapshotRecord? {
    one(try base.snapshot(of: document))
  }
  func collaboration(_ id: CollaborationID) throws -> CollaborationRecord? {
    one(try base.collaboration(id))
  }
  func collaborations(unusedSince time: UInt64, limit: Int) throws -> [CollaborationRecord] {
    all(try base.collaborations(unusedSince: time, limit: limit))
  }
  func identity(_ root: RootHash, in collaboration: CollaborationID) throws -> IdentityRecord? {
    one(try base.identity(root, in: collaboration))
  }
  func identities(ofPerson root: RootHash, in collaboration: CollaborationID, limit: Int) throws
    -> [IdentityRecord]
  {
    all(try base.identities(ofPerson: root, in: collaboration, limit: limit))
  }
  func hasIdentity(in collaboration: CollaborationID) throws -> Bool {
    one(try base.hasIdentity(in: collaboration))
  }
  func binding(of root: RootHash, in collaboration: CollaborationID) throws -> BindingRecord? {
    one(try base.binding(of: root, in: collaboration))
  }
  func bindings(of account: AccountLabel, in collaboration: CollaborationID) throws
    -> [BindingRecord]
  {
    all(try base.bindings(of: account, in: collaboration))
  }
  func activeBindings(of account: AccountLabel, in collaboration: CollaborationID) throws
    -> [BindingRecord]
  {
    all(try base.activeBindings(of: account, in: collaboration))
  }
  func boundAccounts(in collaboration: CollaborationID) throws -> [AccountLabel] {
    all(try base.boundAccounts(in: collaboration))
  }
  func participants(
    in collaboration: CollaborationID, after root: RootHash?, limit: Int, onlyBound: Bool
  ) throws -> [ParticipantRecord] {
    all(try base.participants(in: collaboration, after: root, limit: limit, onlyBound: onlyBound))
  }
  func withdrawn(_ root: RootHash, in collaboration: CollaborationID) throws -> WithdrawnIdentity? {
    one(try base.withdrawn(root, in: collaboration))
  }
  func countWithdrawn(in collaboration: CollaborationID, upTo limit: Int) throws -> Int {
    one(try base.countWithdrawn(in: collaboration, upTo: limit))
  }
  func usedNonce(_ nonce: ChallengeNonce) throws -> NonceRecord? { one(try base.usedNonce(nonce)) }
  func answer(to requestID: RequestID, by account: AccountLabel) throws -> StoredAnswer? {
    one(try base.answer(to: requestID, by: account))
  }
  func knock(_ id: KnockID, in collaboration: CollaborationID) throws -> KnockRecord? {
    one(try base.knock(id, in: collaboration))
  }
  func knock(by account: AccountLabel, in collaboration: CollaborationID) throws -> KnockRecord? {
    one(try base.knock(by: account, in: collaboration))
  }
  func openKnocks(in collaboration: CollaborationID, limit: Int) throws -> [KnockRecord] {
    all(try base.openKnocks(in: collaboration, limit: limit))
  }
  func openKnocks(in collaboration: CollaborationID, after place: ListCursor<KnockID>?, limit: Int)
    throws -> [KnockRecord]
  {
    all(try base.openKnocks(in: collaboration, after: place, limit: limit))
  }
  func countOpenKnocks(in collaboration: CollaborationID, upTo limit: Int) throws -> Int {
    one(try base.countOpenKnocks(in: collaboration, upTo: limit))
  }
  func waitingKnock(by account: AccountLabel, in collaboration: CollaborationID) throws
    -> KnockRecord?
  {
    one(try base.waitingKnock(by: account, in: collaboration))
  }
  func knocks(by account: AccountLabel) throws -> [KnockRecord] {
    all(try base.knocks(by: account))
  }
  func waitingKnocks(in collaboration: CollaborationID?, limit: Int) throws -> [KnockRecord] {
    all(try base.waitingKnocks(in: collaboration, limit: limit))
  }
  func causedEvent(_ kind: CausedEvent.Kind, by account: AccountLabel, in document: DocumentID)
    throws -> CausedEvent?
  {
    one(try base.causedEvent(kind, by: account, in: document))
  }
  func noticeAddress(of root: RootHash, in collaboration: CollaborationID) throws
    -> NoticeAddress?
  {
    one(try base.noticeAddress(of: root, in: collaboration))
  }
  func hasNoticeAddress(in collaboration: CollaborationID, besides account: AccountLabel) throws
    -> Bool
  {
    one(try base.hasNoticeAddress(in: collaboration, besides: account))
  }
  func noticeAddresses(
    in collaboration: CollaborationID, after root: RootHash?, limit: Int, isLast: Bool
  ) throws -> [NoticeAddress] {
    all(try base.noticeAddresses(in: collaboration, after: root, limit: limit, isLast: isLast))
  }
  func noticeEvent(_ key: NoticeEvent.Key) throws -> NoticeEvent? {
    one(try base.noticeEvent(key))
  }
  func dueNoticeEvents(at time: UInt64, limit: Int) throws -> [NoticeEvent] {
    all(try base.dueNoticeEvents(at: time, limit: limit))
  }
  func waitingNotice(_ key: WaitingNotice.Key) throws -> WaitingNotice? {
    one(try base.waitingNotice(key))
  }
  func countWaitingNotices(for root: RootHash, in collaboration: CollaborationID, upTo limit: Int)
    throws -> Int
  {
    one(try base.countWaitingNotices(for: root, in: collaboration, upTo: limit))
  }
  func noticeRelays(dueBy time: UInt64, limit: Int) throws -> [Origin] {
    all(try base.noticeRelays(dueBy: time, limit: limit))
  }
  func dueNotices(to relay: Origin, at time: UInt64, limit: Int) throws -> [WaitingNotice] {
    all(try base.dueNotices(to: relay, at: time, limit: limit))
  }
  func nextNoticeTime(after time: UInt64) throws -> UInt64? {
    one(try base.nextNoticeTime(after: time))
  }
}
