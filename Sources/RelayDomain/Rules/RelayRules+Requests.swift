public import GroveIdentity

/// Putting somebody in who decides first.
enum Requests {
  /// The member decides first, and that they were asked counts.
  static func asking(
    _ account: AccountID, _ conversation: ConversationID, by caller: AccountID, now: UInt64
  ) -> [RelayChange] {
    [
      .request(account, conversation, by: caller),
      .useRequests(of: account, by: caller, MailboxUsage(entries: 1), at: now),
    ]
  }

  /// Who of these comes in, who is asked first, and who does neither.
  static func sorted(
    _ newcomers: Set<AccountID>, into conversation: ConversationID, by caller: AccountID,
    limits: RelayLimits, in reader: any RelayReader
  ) throws -> (added: Set<AccountID>, requested: Set<AccountID>, refused: Set<AccountID>) {
    var (added, requested, refused) = (
      Set<AccountID>(), Set<AccountID>(), Set<AccountID>()
    )
    for account in newcomers.sorted() where account != caller {
      switch try reader.entry(of: account, into: conversation, by: caller, limits: limits) {
      case .member: added.insert(account)
      case .request:
        added.insert(account)
        requested.insert(account)
      case .refused: refused.insert(account)
      }
    }
    return (added, requested, refused)
  }
}

extension RelayRules {
  /// The caller's account takes part in a conversation it was put into. Again is no change.
  public static func accept(
    conversation id: ConversationID, by caller: DeviceAddress, now: UInt64,
    in reader: any RelayReader
  ) throws -> RelayAnswer<ConversationRecord> {
    try decide {
      var known = try membersOnly(id, caller, in: reader)
      guard known.requestedBy != nil else { return (known, []) }
      known.requestedBy = nil
      let event = ConversationEvent(
        kind: .accepted, by: caller.account, subjects: [caller.account], at: now,
        conversation: known)
      let others = known.members.filter { $0 != caller.account }
      return (
        known,
        [
          .accept(caller.account, id), .forgetRequests(of: caller.account, by: others),
          .deliver(
            .conversation(event), to: try reader.addresses(of: [caller.account]), at: now),
        ]
      )
    }
  }

  /// Whom the caller's account lets in and keeps out.
  public static func admission(of caller: DeviceAddress, in reader: any RelayReader) throws
    -> Result<Admission, RelayRefusal>
  {
    try look {
      try reader.requireListed(caller)
      return try reader.admission(of: caller.account)
    }
  }

  /// Changes it. Repeating a change is no change.
  ///
  /// Whoever is blocked is no longer admitted, and leaves no request behind.
  /// - Parameter policy: nil leaves it.
  public static func changeAdmission(
    policy: RequestPolicy?, admit: [AccountID], block: [AccountID], unblock: [AccountID],
    by caller: DeviceAddress, now: UInt64, limits: RelayLimits, in reader: any RelayReader
  ) throws -> RelayAnswer<Admission> {
    try decide {
      try reader.requireListed(caller)
      let me = caller.account
      var state = try reader.admission(of: me)
      try check(admit: admit, block: block, unblock: unblock, by: me, in: reader)
      var changes: [RelayChange] = []
      if let policy, policy != state.policy {
        state.policy = policy
        changes.append(.setPolicy(me, policy))
      }
      for account in Set(unblock).intersection(state.blocked).sorted() {
        changes.append(.unblock(me, account))
      }
      for account in Set(admit).subtracting(state.admitted).sorted() {
        changes.append(.admit(me, account))
      }
      let blocked = Set(block).subtracting(state.blocked)
      for account in blocked.sorted() {
        changes += [.block(me, account), .forgetRequests(of: me, by: [account])]
      }
      changes += try declining(blocked, by: me, now: now, limits: limits, in: reader)
      let before = state
      state.blocked = Set(state.blocked).subtracting(unblock).union(block).sorted()
      state.admitted = Set(state.admitted).union(admit).subtracting(block).sorted()
      // A list that is full keeps nobody from changing the other one.
      for (was, now) in [(before.blocked, state.blocked), (before.admitted, state.admitted)] {
        guard now.count <= max(was.count, limits.admissions) else {
          throw RelayRefusal(.limitExceeded, "accounts admitted or blocked")
        }
      }
      return (state, changes)
    }
  }

  private static func check(
    admit: [AccountID], block: [AccountID], unblock: [AccountID], by me: AccountID,
    in reader: any RelayReader
  ) throws {
    let named = admit + block + unblock
    guard Set(named).count == named.count else {
      throw RelayRefusal(.malformed, "an account is named twice")
    }
    guard !named.contains(me) else { throw RelayRefusal(.malformed, "one's own account") }
    guard try named.allSatisfy({ try reader.account($0) != nil }) else {
      throw RelayRefusal(.notFound, "an account is not here")
    }
  }

  /// The requests of these accounts come to nothing.
  private static func declining(
    _ requesters: Set<AccountID>, by me: AccountID, now: UInt64, limits: RelayLimits,
    in reader: any RelayReader
  ) throws -> [RelayChange] {
    guard !requesters.isEmpty else { return [] }
    return try reader.conversations(of: me).flatMap { record -> [RelayChange] in
      let standing = try reader.membership(me, of: record.conversationID)
      guard let requester = standing?.requestedBy, requesters.contains(requester) else {
        return []
      }
      var edit = ConversationEdit(record, by: me, now: now)
      edit.remove([me])
      return try edit.decided(limits: limits, in: reader)
    }
  }
}
