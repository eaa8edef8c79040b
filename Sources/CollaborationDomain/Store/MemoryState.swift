import GroveIdentity

/// The rows of a `MemoryStore`, as a value.
struct MemoryState: Sendable {
  struct AnswerKey: Hashable, Sendable {
    var account: AccountLabel
    var requestID: RequestID
  }

  struct CausedKey: Hashable, Sendable {
    var documentID: DocumentID
    var account: AccountLabel
    var kind: CausedEvent.Kind
  }

  var accounts: [AccountLabel: AccountRecord] = [:]
  var sessions: [SessionHash: SessionRecord] = [:]
  var passwordResets: [AccountLabel: PasswordResetRecord] = [:]
  var signInCodes: [AccountLabel: SignInCodeRecord] = [:]
  /// By name.
  var signInNames: [AccountLabel: SignInName] = [:]
  var providerLinks: [ProviderIdentity: ProviderLink] = [:]
  var usedAttempts: [ProviderState: UsedAttempt] = [:]
  var documents: [DocumentID: DocumentRecord] = [:]
  var logs: [DocumentID: [EventRecord]] = [:]
  var updates: [DocumentID: [RequestID: UInt64]] = [:]
  var snapshots: [DocumentID: SnapshotRecord] = [:]
  var collaborations: [CollaborationID: CollaborationRecord] = [:]
  var identities: [CollaborationID: [RootHash: IdentityRecord]] = [:]
  var withdrawn: [CollaborationID: [RootHash: WithdrawnIdentity]] = [:]
  var bindings: [CollaborationID: [RootHash: BindingRecord]] = [:]
  /// Index over `bindings`: (collaboration, account) to roots.
  var rootsOfAccounts: [CollaborationID: [AccountLabel: Set<RootHash>]] = [:]
  var nonces: [ChallengeNonce: NonceRecord] = [:]
  var answers: [AnswerKey: StoredAnswer] = [:]
  var knocks: [CollaborationID: [AccountLabel: KnockRecord]] = [:]
  var waitingKnocks: [CollaborationID: [AccountLabel: KnockRecord]] = [:]
  var caused: [CausedKey: CausedEvent] = [:]
  var noticeAddresses: [CollaborationID: [RootHash: NoticeAddress]] = [:]
  var noticeEvents: [NoticeEvent.Key: NoticeEvent] = [:]
  var waitingNotices: [WaitingNotice.Key: WaitingNotice] = [:]
}

extension MemoryState: CollaborationReader {
  func account(_ account: AccountLabel) -> AccountRecord? { accounts[account] }
  func session(_ hash: SessionHash) -> SessionRecord? { sessions[hash] }

  func accounts(after label: AccountLabel?, limit: Int) -> [AccountRecord] {
    let rest = accounts.values.filter { record in label.map { $0 < record.account } ?? true }
    return Array(rest.sorted { $0.account < $1.account }.prefix(limit))
  }

  func passwordReset(_ hash: PasswordResetHash) -> PasswordResetRecord? {
    passwordResets.values.first { $0.hash == hash }
  }

  func passwordReset(of account: AccountLabel) -> PasswordResetRecord? { passwordResets[account] }

  func signInCode(_ hash: SignInCodeHash) -> SignInCodeRecord? {
    signInCodes.values.first { $0.hash == hash }
  }

  func signInCode(of account: AccountLabel) -> SignInCodeRecord? { signInCodes[account] }

  func sessions(of account: AccountLabel) -> [SessionRecord] {
    let own = sessions.values.filter { $0.account == account }
    return Array(
      own.sorted { ($1.lastUsedAt, $1.hash) < ($0.lastUsedAt, $0.hash) }
        .prefix(AccountRules.maximumSessions))
  }

  func signInName(_ name: AccountLabel) -> SignInName? { signInNames[name] }

  func signInName(of account: AccountLabel) -> SignInName? {
    signInNames.values.first { $0.account == account }
  }

  func providerLink(of identity: ProviderIdentity) -> ProviderLink? { providerLinks[identity] }

  func providerLinks(of account: AccountLabel) -> [ProviderLink] {
    providerLinks.values.filter { $0.account == account }
      .sorted { $0.identity.issuer < $1.identity.issuer }
  }

  func isUsed(_ state: ProviderState) -> Bool { usedAttempts[state] != nil }

  func document(_ id: DocumentID) -> DocumentRecord? { documents[id] }

  func documents(
    ownedBy account: AccountLabel, kind: DocumentRecord.Kind?, after place: ListCursor<DocumentID>?,
    limit: Int
  ) -> [DocumentRecord] {
    newestFirst(documents.values.filter { $0.owner == account }, kind, after: place, limit)
  }

  func documents(
    grantedTo account: AccountLabel, kind: DocumentRecord.Kind?,
    after place: ListCursor<DocumentID>?, limit: Int
  ) -> [DocumentRecord] {
    let granted = collaborations.values.filter {
      $0.endedAt == nil && !activeBindings(of: account, in: $0.id).isEmpty
    }
    return newestFirst(
      granted.compactMap { documents[$0.documentID] }, kind, after: place, limit)
  }

  private func newestFirst(
    _ list: [DocumentRecord], _ kind: DocumentRecord.Kind?, after place: ListCursor<DocumentID>?,
    _ limit: Int
  ) -> [DocumentRecord] {
    let rest = list.filter { document in
      guard document.deletedAt == nil, document.kind == kind ?? document.kind else { return false }
      return place.map { (document.createdAt, document.id) < ($0.at, $0.id) } ?? true
    }
    return Array(
      rest.sorted { ($1.createdAt, $1.id) < ($0.createdAt, $0.id) }.prefix(max(0, limit)))
  }

  func sequence(ofUpdate updateID: RequestID, in document: DocumentID) -> UInt64? {
    updates[document]?[updateID]
  }

  func events(of document: DocumentID, after sequence: UInt64, limit: Int, bytes: Int)
    -> [EventRecord]
  {
    // Numbers have no gaps and begin at 1, so the number is the index of the next entry.
    let log = logs[document] ?? []
    guard let start = Int(exactly: sequence), start < log.count else { return [] }
    var total = 0
    return Array(
      log[start...].prefix(max(0, limit)).prefix { entry in
        defer { total += entry.size }
        return total < bytes
      })
  }

  func lastUpdate(of document: DocumentID) -> UInt64? {
    logs[document]?.last { $0.kind.isUpdate }?.at
  }

  func snapshotSize(of document: DocumentID) -> Int { snapshots[document]?.data.count ?? 0 }

  func snapshot(of document: DocumentID) -> SnapshotRecord? { snapshots[document] }
  func collaboration(_ id: CollaborationID) -> CollaborationRecord? { collaborations[id] }

  func collaborations(unusedSince time: UInt64, limit: Int) -> [CollaborationRecord] {
    let unused = collaborations.values.filter {
      !$0.wasUsed && $0.endedAt == nil && $0.preparedAt <= time
    }
    return Array(unused.sorted { ($0.preparedAt, $0.id) < ($1.preparedAt, $1.id) }.prefix(limit))
  }

  func identity(_ root: RootHash, in collaboration: CollaborationID) -> IdentityRecord? {
    identities[collaboration]?[root]
  }

  func identities(ofPerson root: RootHash, in collaboration: CollaborationID, limit: Int)
    -> [IdentityRecord]
  {
    let named = identities[collaboration]?.values.filter { $0.person == root } ?? []
    return Array(named.sorted { $0.root < $1.root }.prefix(limit))
  }

  func hasIdentity(in collaboration: CollaborationID) -> Bool {
    identities[collaboration]?.isEmpty == false
  }

  func countIdentities(in collaboration: CollaborationID, upTo limit: Int) -> Int {
    min(identities[collaboration]?.count ?? 0, limit)
  }

  func countLinkIdentities(in collaboration: CollaborationID, upTo limit: Int) -> Int {
    linkIdentities(in: collaboration, limit: limit).count
  }

  func linkIdentities(in collaboration: CollaborationID, limit: Int) -> [RootHash] {
    let found = identities[collaboration]?.values.filter { $0.origin == .link } ?? []
    return Array(found.map(\.root).sorted().prefix(limit))
  }

  func withdrawn(_ root: RootHash, in collaboration: CollaborationID) -> WithdrawnIdentity? {
    withdrawn[collaboration]?[root]
  }

  func countWithdrawn(in collaboration: CollaborationID, upTo limit: Int) -> Int {
    min(withdrawn[collaboration]?.count ?? 0, limit)
  }

  func countDocuments(ownedBy account: AccountLabel, upTo limit: Int) -> Int {
    min(
      documents.values.count { $0.owner == account && $0.deletedAt == nil && $0.kind == .log },
      limit)
  }

  func binding(of root: RootHash, in collaboration: CollaborationID) -> BindingRecord? {
    bindings[collaboration]?[root]
  }

  func bindings(of account: AccountLabel, in collaboration: CollaborationID) -> [BindingRecord] {
    let roots = rootsOfAccounts[collaboration]?[account] ?? []
    return roots.compactMap { bindings[collaboration]?[$0] }
      .sorted { ($1.boundAt, $1.root) < ($0.boundAt, $0.root) }
  }

  func bindings(of account: AccountLabel, limit: Int) -> [BindingRecord] {
    Array(bindings.values.joined().map(\.value).filter { $0.account == account }.prefix(limit))
  }

  func activeBindings(of account: AccountLabel, in collaboration: CollaborationID)
    -> [BindingRecord]
  {
    bindings(of: account, in: collaboration).filter(isActive)
  }

  private func isActive(_ binding: BindingRecord) -> Bool {
    guard let identity = identities[binding.collaborationID]?[binding.root] else { return false }
    return binding.epoch >= identity.activationEpoch
  }

  func boundAccounts(in collaboration: CollaborationID) -> [AccountLabel] {
    let active = (bindings[collaboration] ?? [:]).values.filter(isActive)
    return Set(active.map(\.account)).sorted()
  }

  func participants(
    in collaboration: CollaborationID, after root: RootHash?, limit: Int, onlyBound: Bool
  ) -> [ParticipantRecord] {
    let rows = (identities[collaboration] ?? [:]).values
      .filter { identity in root.map { $0 < identity.root } ?? true }
      .map { identity in
        let binding = bindings[collaboration]?[identity.root].flatMap { isActive($0) ? $0 : nil }
        return ParticipantRecord(identity: identity, binding: binding)
      }
      .filter { !onlyBound || $0.binding != nil }
    return Array(rows.sorted { $0.identity.root < $1.identity.root }.prefix(limit))
  }

  func usedNonce(_ nonce: ChallengeNonce) -> NonceRecord? { nonces[nonce] }

  func answer(to requestID: RequestID, by account: AccountLabel) -> StoredAnswer? {
    answers[AnswerKey(account: account, requestID: requestID)]
  }

  func knock(_ id: KnockID, in collaboration: CollaborationID) -> KnockRecord? {
    knocks[collaboration]?.values.first { $0.id == id }
  }

  func knock(by account: AccountLabel, in collaboration: CollaborationID) -> KnockRecord? {
    knocks[collaboration]?[account]
  }

  func openKnocks(in collaboration: CollaborationID, limit: Int) -> [KnockRecord] {
    openKnocks(in: collaboration, after: nil, limit: limit)
  }

  func openKnocks(in collaboration: CollaborationID, after place: ListCursor<KnockID>?, limit: Int)
    -> [KnockRecord]
  {
    let open = (knocks[collaboration] ?? [:]).values.filter { knock in
      knock.ignoredAt == nil && place.map { ($0.at, $0.id) < (knock.at, knock.id) } ?? true
    }
    return Array(open.sorted { ($0.at, $0.id) < ($1.at, $1.id) }.prefix(limit))
  }

  func countOpenKnocks(in collaboration: CollaborationID, upTo limit: Int) -> Int {
    openKnocks(in: collaboration, limit: limit).count
  }

  func waitingKnock(by account: AccountLabel, in collaboration: CollaborationID) -> KnockRecord? {
    waitingKnocks[collaboration]?[account]
  }

  func waitingKnocks(in collaboration: CollaborationID?, limit: Int) -> [KnockRecord] {
    let waiting = waitingKnocks.filter { collaboration == nil || $0.key == collaboration }
      .values.flatMap(\.values)
    return Array(waiting.sorted { ($0.at, $0.id) < ($1.at, $1.id) }.prefix(limit))
  }

  func knocks(by account: AccountLabel) -> [KnockRecord] {
    (Array(knocks.values) + Array(waitingKnocks.values)).compactMap { $0[account] }
      .sorted { ($0.at, $0.id) < ($1.at, $1.id) }
  }

  func causedEvent(_ kind: CausedEvent.Kind, by account: AccountLabel, in document: DocumentID)
    -> CausedEvent?
  {
    caused[CausedKey(documentID: document, account: account, kind: kind)]
  }
}
