import GroveIdentity

/// A change to a conversation on its way: each step that changes anything becomes one event with its
/// own version, so a device sees the same steps in the same order as everybody else.
struct ConversationEdit {
  private(set) var conversation: ConversationRecord
  private(set) var events: [ConversationEvent] = []
  private(set) var changes: [RelayChange] = []
  /// Everybody who was a member before, after or in between.
  private(set) var told: Set<AccountID>
  /// Put in now and asked first, or put out now.
  private var asked: Set<AccountID> = []
  private var requested: Set<AccountID> = []
  private var putOut: Set<AccountID> = []
  private let by: AccountID
  private let now: UInt64

  init(_ conversation: ConversationRecord, by: AccountID, now: UInt64) {
    self.conversation = conversation
    self.by = by
    self.now = now
    told = Set(conversation.members)
  }

  mutating func rename(_ name: String?) {
    guard conversation.name != name else { return }
    conversation.name = name
    step(.renamed, [])
  }

  /// - Parameter requested: those of them who decide first.
  mutating func add(_ accounts: Set<AccountID>, requested: Set<AccountID> = []) {
    let new = accounts.subtracting(conversation.members).sorted()
    guard !new.isEmpty else { return }
    conversation.members = (conversation.members + new).sorted()
    told.formUnion(new)
    changes.append(.addMembers(new, to: conversation.conversationID))
    for account in new where requested.contains(account) {
      changes += Requests.asking(account, conversation.conversationID, by: by, now: now)
      self.requested.insert(account)
      asked.insert(account)
    }
    step(.added, new)
  }

  mutating func remove(_ accounts: Set<AccountID>) {
    let gone = accounts.intersection(conversation.members).sorted()
    guard !gone.isEmpty else { return }
    conversation.members.removeAll(where: accounts.contains)
    changes.append(.removeMembers(gone, from: conversation.conversationID))
    if gone.contains(by) { changes.append(.rememberLeaving(by, conversation.conversationID)) }
    asked.formUnion(gone)
    putOut.formUnion(gone.filter { $0 != by })
    step(.removed, gone)
  }

  mutating func setPhoto(_ bytes: [UInt8]?) {
    conversation.photoVersion = bytes == nil ? nil : conversation.version + 1
    changes.append(.setPhoto(conversation.conversationID, bytes))
    step(.photo, [])
  }

  private mutating func step(_ kind: ConversationEvent.Kind, _ subjects: [AccountID]) {
    conversation.version += 1
    events.append(
      ConversationEvent(
        kind: kind, by: by, subjects: subjects, at: now, conversation: conversation))
  }

  /// Everything to write; nothing where nothing changed.
  func decided(limits: RelayLimits, in reader: any RelayReader) throws -> [RelayChange] {
    guard !events.isEmpty else { return [] }
    var waiting = try reader.requested(in: conversation.conversationID)
    // Who had accepted the conversation knows who puts them out, and may be put in again: while there is
    // room, since others decide how often somebody is put out.
    let known = try putOut.sorted().filter { account in
      try waiting[account] == nil && !reader.hasBlocked(account, by)
        && reader.admittedCount(of: account) < limits.admissions
    }
    for account in requested { waiting[account] = by }
    let mail = EventDelivery(by: by, now: now, limits: limits)
    return changes + known.map { RelayChange.admit($0, by) } + [.updateConversation(conversation)]
      + (try mail.deliveries(
        of: events, to: told, waiting: waiting, asked: asked, in: reader))
  }
}
