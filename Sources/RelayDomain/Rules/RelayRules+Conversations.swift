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
        guard Set(known.members) == members else { throw RelayRefusal(.conflict) }
        return (known, [])
      }
      try check(members: members, newcomers: members, limits: limits, in: reader)
      let created = ConversationRecord(
        conversationID: id, name: name, members: Array(members), version: 1)
      let event = ConversationEvent(
        kind: .created, by: caller.account, subjects: [], at: now, conversation: created)
      let told = try reader.addresses(of: created.members)
      return (
        created,
        [.insertConversation(created), .deliver(.conversation(event), to: told, at: now)]
      )
    }
  }

  /// The caller's conversations.
  public static func conversations(of caller: DeviceAddress, in reader: any RelayReader) throws
    -> Result<[ConversationRecord], RelayRefusal>
  {
    try look {
      try reader.requireListed(caller)
      return try reader.conversations(of: caller.account)
    }
  }

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
    return known
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
