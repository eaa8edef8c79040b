public import GroveIdentity

extension RelayRules {
  /// Changes name or members. Any member may; what is so already is no change. Who has not accepted
  /// yet may only leave.
  ///
  /// - Parameter name: nil leaves it, the empty text removes it.
  public static func change(
    conversation id: ConversationID, name: String?, add: [AccountID], remove: [AccountID],
    by caller: DeviceAddress, now: UInt64, limits: RelayLimits, in reader: any RelayReader
  ) throws -> RelayAnswer<ConversationRecord> {
    try decide {
      let added = Set(add)
      let removed = Set(remove)
      guard added.isDisjoint(with: removed) else {
        throw RelayRefusal(.malformed, "added and removed at once")
      }
      let newName = try checked(name: name, limits)
      let known = try membersOnly(id, caller, in: reader)
      guard
        known.requestedBy == nil || (name == nil && added.isEmpty && removed == [caller.account])
      else { throw RelayRefusal(.notAMember, "the request has not been accepted") }
      let newcomers = added.subtracting(known.members)
      // Counted before anybody is removed: the events pass through that state.
      try check(
        members: newcomers.union(known.members), newcomers: newcomers, limits: limits, in: reader)
      let sorted = try Requests.sorted(
        newcomers, into: id, by: caller.account, limits: limits, in: reader)
      // Whoever goes without having accepted was asked; those who stay were not, or have their own record of it.
      var open = known
      open.requestedBy = nil
      var edit = ConversationEdit(open, by: caller.account, now: now)
      if name != nil { edit.rename(newName) }
      edit.add(sorted.added, requested: sorted.requested)
      edit.remove(removed)
      var answer = edit.conversation
      answer.notAdded = sorted.refused.sorted()
      return (answer, try edit.decided(limits: limits, in: reader))
    }
  }

  /// Sets or, with no bytes, removes the photo. The same bytes again are no change.
  public static func setPhoto(
    _ bytes: [UInt8], of id: ConversationID, by caller: DeviceAddress, now: UInt64,
    limits: RelayLimits, in reader: any RelayReader
  ) throws -> RelayAnswer<ConversationRecord> {
    try decide {
      guard bytes.count <= limits.photoBytes else { throw RelayRefusal(.tooLarge) }
      guard bytes.isEmpty || PhotoFormat(of: bytes) != nil else {
        throw RelayRefusal(.malformed, "a photo is PNG, JPEG or WebP")
      }
      let known = try membersOnly(id, caller, in: reader)
      guard known.requestedBy == nil else {
        throw RelayRefusal(.notAMember, "the request has not been accepted")
      }
      let photo = bytes.isEmpty ? nil : bytes
      guard try reader.photo(of: id) != photo else { return (known, []) }
      var edit = ConversationEdit(known, by: caller.account, now: now)
      edit.setPhoto(photo)
      return (edit.conversation, try edit.decided(limits: limits, in: reader))
    }
  }

  /// The photo, for members.
  public static func photo(
    of id: ConversationID, for caller: DeviceAddress, in reader: any RelayReader
  ) throws -> Result<[UInt8], RelayRefusal> {
    try look {
      _ = try membersOnly(id, caller, in: reader)
      guard let bytes = try reader.photo(of: id) else { throw RelayRefusal(.notFound) }
      return bytes
    }
  }
}
