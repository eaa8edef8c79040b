import CollaborationDomain
import GroveIdentity

/// A reader that lets every identity look as if it had been active for ever, or every account as if it were born of
/// one identity.
struct WeakenedReader: CollaborationReader {
  let base: any CollaborationReader
  var hidesActivation = false
  var hidesPersons = false
  var mother: RootHash?

  func identity(_ root: RootHash, in collaboration: CollaborationID) throws -> IdentityRecord? {
    var record = try base.identity(root, in: collaboration)
    if hidesActivation { record?.activationEpoch = 0 }
    return record
  }

  func account(_ account: AccountLabel) throws -> AccountRecord? {
    var record = try base.account(account)
    if let mother { record?.bornOf = mother }
    return record
  }
  func session(_ hash: SessionHash) throws -> SessionRecord? { try base.session(hash) }
  func accounts(after label: AccountLabel?, limit: Int) throws -> [AccountRecord] {
    try base.accounts(after: label, limit: limit)
  }
  func passwordReset(_ hash: PasswordResetHash) throws -> PasswordResetRecord? {
    try base.passwordReset(hash)
  }
  func passwordReset(of account: AccountLabel) throws -> PasswordResetRecord? {
    try base.passwordReset(of: account)
  }
  func signInCode(_ hash: SignInCodeHash) throws -> SignInCodeRecord? { try base.signInCode(hash) }
  func signInCode(of account: AccountLabel) throws -> SignInCodeRecord? {
    try base.signInCode(of: account)
  }
  func bindings(of account: AccountLabel, limit: Int) throws -> [BindingRecord] {
    try base.bindings(of: account, limit: limit)
  }
  func document(_ id: DocumentID) throws -> DocumentRecord? { try base.document(id) }
  func sessions(of account: AccountLabel) throws -> [SessionRecord] {
    try base.sessions(of: account)
  }
  func signInName(_ name: AccountLabel) throws -> SignInName? { try base.signInName(name) }
  func signInName(of account: AccountLabel) throws -> SignInName? {
    try base.signInName(of: account)
  }
  func providerLink(of identity: ProviderIdentity) throws -> ProviderLink? {
    try base.providerLink(of: identity)
  }
  func providerLinks(of account: AccountLabel) throws -> [ProviderLink] {
    try base.providerLinks(of: account)
  }
  func isUsed(_ state: ProviderState) throws -> Bool { try base.isUsed(state) }
  func documents(
    ownedBy account: AccountLabel, kind: DocumentRecord.Kind?, after place: ListCursor<DocumentID>?,
    limit: Int
  ) throws -> [DocumentRecord] {
    try base.documents(ownedBy: account, kind: kind, after: place, limit: limit)
  }
  func documents(
    grantedTo account: AccountLabel, kind: DocumentRecord.Kind?,
    after place: ListCursor<DocumentID>?,
    limit: Int
  ) throws -> [DocumentRecord] {
    try base.documents(grantedTo: account, kind: kind, after: place, limit: limit)
  }
  func sequence(ofUpdate updateID: RequestID, in document: DocumentID) throws -> UInt64? {
    try base.sequence(ofUpdate: updateID, in: document)
  }
  func events(of document: DocumentID, after sequence: UInt64, limit: Int, bytes: Int) throws
    -> [EventRecord]
  {
    try base.events(of: document, after: sequence, limit: limit, bytes: bytes)
  }
  func lastUpdate(of document: DocumentID) throws -> UInt64? {
    try base.lastUpdate(of: document)
  }
  func snapshotSize(of document: DocumentID) throws -> Int {
    try base.snapshotSize(of: document)
  }
  func snapshot(of document: DocumentID) throws -> SnapshotRecord? {
    try base.snapshot(of: document)
  }
  func collaboration(_ id: CollaborationID) throws -> CollaborationRecord? {
    try base.collaboration(id)
  }
  func collaborations(unusedSince time: UInt64, limit: Int) throws -> [CollaborationRecord] {
    try base.collaborations(unusedSince: time, limit: limit)
  }
  func identities(ofPerson root: RootHash, in collaboration: CollaborationID, limit: Int) throws
    -> [IdentityRecord]
  {
    hidesPersons ? [] : try base.identities(ofPerson: root, in: collaboration, limit: limit)
  }
  func hasIdentity(in collaboration: CollaborationID) throws -> Bool {
    try base.hasIdentity(in: collaboration)
  }
  func binding(of root: RootHash, in collaboration: CollaborationID) throws -> BindingRecord? {
    try base.binding(of: root, in: collaboration)
  }
  func bindings(of account: AccountLabel, in collaboration: CollaborationID) throws
    -> [BindingRecord]
  {
    try base.bindings(of: account, in: collaboration)
  }
  func activeBindings(of account: AccountLabel, in collaboration: CollaborationID) throws
    -> [BindingRecord]
  {
    try base.activeBindings(of: account, in: collaboration)
  }
  func boundAccounts(in collaboration: CollaborationID) throws -> [AccountLabel] {
    try base.boundAccounts(in: collaboration)
  }
  func participants(
    in collaboration: CollaborationID, after root: RootHash?, limit: Int, onlyBound: Bool
  ) throws -> [ParticipantRecord] {
    try base.participants(in: collaboration, after: root, limit: limit, onlyBound: onlyBound)
  }
  func withdrawn(_ root: RootHash, in collaboration: CollaborationID) throws -> WithdrawnIdentity? {
    try base.withdrawn(root, in: collaboration)
  }
  func countWithdrawn(in collaboration: CollaborationID, upTo limit: Int) throws -> Int {
    try base.countWithdrawn(in: collaboration, upTo: limit)
  }
  func usedNonce(_ nonce: ChallengeNonce) throws -> NonceRecord? { try base.usedNonce(nonce) }
  func answer(to requestID: RequestID, by account: AccountLabel) throws -> StoredAnswer? {
    try base.answer(to: requestID, by: account)
  }
  func knock(_ id: KnockID, in collaboration: CollaborationID) throws -> KnockRecord? {
    try base.knock(id, in: collaboration)
  }
  func knock(by account: AccountLabel, in collaboration: CollaborationID) throws -> KnockRecord? {
    try base.knock(by: account, in: collaboration)
  }
  func openKnocks(in collaboration: CollaborationID, limit: Int) throws -> [KnockRecord] {
    try base.openKnocks(in: collaboration, limit: limit)
  }
  func openKnocks(in collaboration: CollaborationID, after place: ListCursor<KnockID>?, limit: Int)
    throws -> [KnockRecord]
  {
    try base.openKnocks(in: collaboration, after: place, limit: limit)
  }
  func countOpenKnocks(in collaboration: CollaborationID, upTo limit: Int) throws -> Int {
    try base.countOpenKnocks(in: collaboration, upTo: limit)
  }
  func waitingKnock(by account: AccountLabel, in collaboration: CollaborationID) throws
    -> KnockRecord?
  {
    try base.waitingKnock(by: account, in: collaboration)
  }
  func knocks(by account: AccountLabel) throws -> [KnockRecord] {
    try base.knocks(by: account)
  }
  func waitingKnocks(in collaboration: CollaborationID?, limit: Int) throws -> [KnockRecord] {
    try base.waitingKnocks(in: collaboration, limit: limit)
  }
  func countLinkIdentities(in collaboration: CollaborationID, upTo limit: Int) throws -> Int {
    try base.countLinkIdentities(in: collaboration, upTo: limit)
  }
  func linkIdentities(in collaboration: CollaborationID, limit: Int) throws -> [RootHash] {
    try base.linkIdentities(in: collaboration, limit: limit)
  }
  func countIdentities(in collaboration: CollaborationID, upTo limit: Int) throws -> Int {
    try base.countIdentities(in: collaboration, upTo: limit)
  }
  func countDocuments(ownedBy account: AccountLabel, upTo limit: Int) throws -> Int {
    try base.countDocuments(ownedBy: account, upTo: limit)
  }
  func causedEvent(_ kind: CausedEvent.Kind, by account: AccountLabel, in document: DocumentID)
    throws -> CausedEvent?
  {
    try base.causedEvent(kind, by: account, in: document)
  }
  func noticeAddress(of root: RootHash, in collaboration: CollaborationID) throws
    -> NoticeAddress?
  {
    try base.noticeAddress(of: root, in: collaboration)
  }
  func hasNoticeAddress(in collaboration: CollaborationID, besides account: AccountLabel) throws
    -> Bool
  {
    try base.hasNoticeAddress(in: collaboration, besides: account)
  }
  func noticeAddresses(
    in collaboration: CollaborationID, after root: RootHash?, limit: Int, isLast: Bool
  ) throws -> [NoticeAddress] {
    try base.noticeAddresses(in: collaboration, after: root, limit: limit, isLast: isLast)
  }
  func noticeEvent(_ key: NoticeEvent.Key) throws -> NoticeEvent? {
    try base.noticeEvent(key)
  }
  func dueNoticeEvents(at time: UInt64, limit: Int) throws -> [NoticeEvent] {
    try base.dueNoticeEvents(at: time, limit: limit)
  }
  func waitingNotice(_ key: WaitingNotice.Key) throws -> WaitingNotice? {
    try base.waitingNotice(key)
  }
  func countWaitingNotices(for root: RootHash, in collaboration: CollaborationID, upTo limit: Int)
    throws -> Int
  {
    try base.countWaitingNotices(for: root, in: collaboration, upTo: limit)
  }
  func noticeRelays(dueBy time: UInt64, limit: Int) throws -> [Origin] {
    try base.noticeRelays(dueBy: time, limit: limit)
  }
  func dueNotices(to relay: Origin, at time: UInt64, limit: Int) throws -> [WaitingNotice] {
    try base.dueNotices(to: relay, at: time, limit: limit)
  }
  func nextNoticeTime(after time: UInt64) throws -> UInt64? {
    try base.nextNoticeTime(after: time)
  }
}
