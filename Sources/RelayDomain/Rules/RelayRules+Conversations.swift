public import GroveIdentity

extension RelayRules {
  /// A new conversation. The same identifier with the same members again is no change.
  public static func create(
    conversation id: ConversationID, members: [AccountID], name: String?,
    by caller: DeviceAddress, now: UInt64, limits: RelayLimits, in reader: any RelayReader
  ) throws -> RelayAnswer<ConversationRecord> {
    try decide {
      try reader.requireListed(caller)
      let name = try checked(name: name, limits)
      let members = Set(members).union([caller.account])
      if let known = try reader.conversation(id) {
        return (try again(known, members, by: caller, limits: limits, in: reader), [])
      }
      try check(members: members, newcomers: members, limits: limits, in: reader)
      let sorted = try Requests.sorted(
        members, into: id, by: caller.account, limits: limits, in: reader)
      var created = ConversationRecord(
        conversationID: id, name: name, members: sorted.added.union([caller.account]).sorted(),
        version: 1)
      let event = ConversationEvent(
        kind: .created, by: caller.account, subjects: [], at: now, conversation: created)
      var changes: [RelayChange] = [.insertConversation(created)]
      for account in sorted.requested.sorted() {
        changes += Requests.asking(account, id, by: caller.account, now: now)
      }
      let waiting = sorted.requested.map { ($0, caller.account) }
      changes += try EventDelivery(by: caller.account, now: now, limits: limits).deliveries(
        of: [event], to: Set(created.members),
        waiting: Dictionary(uniqueKeysWithValues: waiting), asked: sorted.requested, in: reader)
      created.notAdded = sorted.refused.sorted()
      return (created, changes)
    }
  }

  /// The answer to an earlier request was lost: the members are those asked for, without those who
  /// were not added then.
  private static func again(
    _ known: ConversationRecord, _ members: Set<AccountID>, by caller: DeviceAddress,
    limits: RelayLimits, in reader: any RelayReader
  ) throws -> ConversationRecord {
    let missing = members.subtracting(known.members)
    let isSame = members.isSuperset(of: known.members) && known.members.contains(caller.account)
    let sorted = try Requests.sorted(
      isSame ? missing : [], into: known.conversationID, by: caller.account, limits: limits,
      in: reader)
    guard isSame, sorted.refused == missing else { throw RelayRefusal(.conflict) }
    var answer = known
    answer.notAdded = missing.sorted()
    return answer
  }

  /// The caller's conversations.
  public static func conversations(
    of caller: DeviceAddress, after id: ConversationID?, limits: RelayLimits,
    in reader: any RelayReader
  ) throws -> Result<ConversationPage, RelayRefusal> {
    try look {
      try reader.requireListed(caller)
      let known = try reader.conversationIDs(
        of: caller.account, after: id, limit: conversationsInPage + 1)
      var (page, bytes) = (ConversationPage(), 0)
      for id in known.prefix(conversationsInPage) {
        guard bytes < limits.listPageBytes else { break }
        guard let record = try reader.conversation(id) else { continue }
        page.conversations.append(try shown(record, to: caller.account, in: reader))
        bytes += 200 + (record.name?.utf8.count ?? 0) + 46 * record.members.count
      }
      if let last = page.conversations.last?.conversationID, last != known.last { page.next = last }
      return page
    }
  }

  private static let conversationsInPage = 500

  /// One conversation, for its members; for everybody else there is none.
  public static func conversation(
    _ id: ConversationID, for caller: DeviceAddress, in reader: any RelayReader
  ) throws -> Result<ConversationRecord, RelayRefusal> {
    try look { try membersOnly(id, caller, in: reader) }
  }

  static func membersOnly(
    _ id: ConversationID, _ caller: DeviceAddress, in reader: any RelayReader
  ) throws -> ConversationRecord {
    try reader.requireListed(caller)
    guard try reader.isMember(caller.account, of: id), let known = try reader.conversation(id)
    else { throw RelayRefusal(.notFound) }
    return try shown(known, to: caller.account, in: reader)
  }

  /// With who put the account in, while it has not accepted.
  private static func shown(
    _ record: ConversationRecord, to account: AccountID, in reader: any RelayReader
  ) throws -> ConversationRecord {
    var shown = record
    shown.requestedBy = try reader.membership(account, of: record.conversationID)?.requestedBy
    return shown
  }

  static func check(
    members: Set<AccountID>, newcomers: Set<AccountID>, limits: RelayLimits,
    in reader: any RelayReader
  ) throws {
    guard members.count <= limits.membersPerConversation else {
      throw RelayRefusal(.limitExceeded, "members of one conversation")
    }
    guard try newcomers.allSatisfy({ try reader.account($0) != nil }) else {
      throw RelayRefusal(.notFound, "a member has no account here")
    }
  }

  /// nil and the empty name are one: no name.
  static func checked(name: String?, _ limits: RelayLimits) throws(RelayRefusal) -> String? {
    guard let name, !name.isEmpty else { return nil }
    try DisplayText.check(name, 1...limits.conversationNameBytes, "name")
    return name
  }
}
