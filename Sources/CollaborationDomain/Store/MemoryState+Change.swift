import GroveIdentity

extension MemoryState {
  /// - Throws: `corrupt` where a change would break what the tables promise.
  mutating func apply(_ change: CollaborationChange) throws {
    switch change {
    case .putAccount(let record): accounts[record.account] = record
    case .putSession(let record): sessions[record.hash] = record
    case .removeSession(let hash): sessions[hash] = nil
    case .touchSession(let hash, let at): sessions[hash]?.lastUsedAt = at
    case .putPasswordReset(let record): passwordResets[record.account] = record
    case .removePasswordReset(let account): passwordResets[account] = nil
    case .putSignInCode(let record): signInCodes[record.account] = record
    case .removeSignInCode(let account): signInCodes[account] = nil
    case .forgetTraces(let account): forgetTraces(of: account)
    case .putSignInName(let record):
      guard signInName(of: record.account) == nil,
        signInNames.updateValue(record, forKey: record.name) == nil
      else { throw CollaborationStoreError.corrupt }
    case .putProviderLink(let record):
      guard providerLinks.updateValue(record, forKey: record.identity) == nil else {
        throw CollaborationStoreError.corrupt
      }
    case .removeProviderLink(let identity): providerLinks[identity] = nil
    case .useAttempt(let record):
      guard usedAttempts.updateValue(record, forKey: record.state) == nil else {
        throw CollaborationStoreError.corrupt
      }
    case .putDocument(let record): documents[record.id] = record
    case .appendEvent(let record): try append(record)
    case .putSnapshot(let record): snapshots[record.documentID] = record
    case .forgetContent(let id):
      logs[id] = nil
      updates[id] = nil
      snapshots[id] = nil
    case .putCollaboration(let record): collaborations[record.id] = record
    case .storeAnswer(let record):
      answers[AnswerKey(account: record.account, requestID: record.requestID)] = record
    case .putKnock(let record):
      knocks[record.collaborationID, default: [:]][record.account] = record
    case .removeKnock(let id, let account): knocks[id]?[account] = nil
    case .putWaitingKnock(let record):
      guard waitingKnocks[record.collaborationID]?[record.account] == nil else { return }
      waitingKnocks[record.collaborationID, default: [:]][record.account] = record
    case .removeWaitingKnock(let id, let account): waitingKnocks[id]?[account] = nil
    case .putCausedEvent(let record):
      let key = CausedKey(
        documentID: record.documentID, account: record.account, kind: record.kind)
      caused[key] = record
    case .purge(let limits): purge(limits)
    default: try applyMembership(change)
    }
  }

  private mutating func applyMembership(_ change: CollaborationChange) throws {
    switch change {
    case .removeMembership(let id):
      endNotices(of: id)
      identities[id] = nil
      bindings[id] = nil
      rootsOfAccounts[id] = nil
      knocks[id] = nil
    case .insertIdentity(let record):
      guard identities[record.collaborationID]?[record.root] == nil else {
        throw CollaborationStoreError.corrupt
      }
      identities[record.collaborationID, default: [:]][record.root] = record
    case .noteReplaced(let id, let root, inPlaceOf: let old):
      identities[id]?[root]?.replaced = old
    case .notePerson(let id, let root, of: let person):
      identities[id]?[root]?.person = person
    case .removeIdentity(let id, let root):
      removeBinding(id, root)
      removeNoticeAddress(id, root)
      identities[id]?[root] = nil
    case .withdrawIdentity(let record):
      withdrawn[record.collaborationID, default: [:]][record.root] = record
    case .putBinding(let record):
      removeBinding(record.collaborationID, record.root)
      bindings[record.collaborationID, default: [:]][record.root] = record
      rootsOfAccounts[record.collaborationID, default: [:]][record.account, default: []]
        .insert(record.root)
    case .removeBinding(let id, let root):
      removeBinding(id, root)
      removeNoticeAddress(id, root)
    case .useNonce(let record):
      guard nonces.updateValue(record, forKey: record.nonce) == nil else {
        throw CollaborationStoreError.corrupt
      }
    default: applyNotices(change)
    }
  }

  private mutating func append(_ record: EventRecord) throws {
    let next = UInt64(logs[record.documentID]?.count ?? 0) + 1
    guard record.sequence == next, documents[record.documentID] != nil else {
      throw CollaborationStoreError.corrupt
    }
    logs[record.documentID, default: []].append(record)
    documents[record.documentID]?.lastSequence = record.sequence
    if let updateID = record.updateID {
      updates[record.documentID, default: [:]][updateID] = record.sequence
    }
  }

  private mutating func removeBinding(_ id: CollaborationID, _ root: RootHash) {
    guard let old = bindings[id]?.removeValue(forKey: root) else { return }
    rootsOfAccounts[id]?[old.account]?.remove(root)
  }

  private mutating func forgetTraces(of account: AccountLabel) {
    answers = answers.filter { $0.key.account != account }
    signInNames = signInNames.filter { $0.value.account != account }
    providerLinks = providerLinks.filter { $0.value.account != account }
    for address in noticeAddresses.values.flatMap(\.values) where address.account == account {
      removeNoticeAddress(address.collaborationID, address.root)
      noticeAddresses[address.collaborationID]?[address.root] = nil
    }
    for id in knocks.keys { knocks[id]?[account] = nil }
    for id in waitingKnocks.keys { waitingKnocks[id]?[account] = nil }
  }

  private mutating func purge(_ limits: ExpiryLimits) {
    nonces = nonces.filter { $0.value.expiresAt > limits.expiresAt }
    usedAttempts = usedAttempts.filter { $0.value.expiresAt > limits.expiresAt }
    answers = answers.filter { $0.value.expiresAt > limits.expiresAt }
    withdrawn = withdrawn.mapValues { list in
      list.filter { $0.value.expiresAt > limits.expiresAt }
    }
    sessions = sessions.filter { $0.value.expiresAt > limits.expiresAt }
    waitingNotices = waitingNotices.filter { $0.value.expiresAt > limits.expiresAt }
    passwordResets = passwordResets.filter { $0.value.expiresAt > limits.expiresAt }
    signInCodes = signInCodes.filter { $0.value.expiresAt > limits.expiresAt }
    caused = caused.filter { $0.value.at >= limits.causedAt }
    knocks = knocks.mapValues { list in
      list.filter { $0.value.ignoredAt.map { $0 > limits.ignoredAt } ?? true }
    }
    collaborations = collaborations.filter {
      $0.value.endedAt.map { $0 > limits.endedAt } ?? true
    }
    documents = documents.filter { $0.value.deletedAt.map { $0 > limits.endedAt } ?? true }
  }
}
