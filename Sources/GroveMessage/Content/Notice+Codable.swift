import GroveIdentity

extension Notice {
  private enum CodingKeys: String, CodingKey {
    case v, noticeID, audience, collaborationID, event, trigger, at, counter, root, title
    case attestation, clear
  }

  /// The JSON of protocol 12.4. Where `clear` is true, event and trigger are not looked at; a
  /// missing trigger is 0.
  /// - Throws: `malformed` for an event and trigger that do not exist.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    _ = try members.decode(ContentVersion.self, forKey: .v)
    noticeID = try members.decode(NoticeID.self, forKey: .noticeID)
    audience = try members.decode(Origin.self, forKey: .audience)
    collaborationID = try members.decode(CollaborationID.self, forKey: .collaborationID)
    at = try members.decode(DecimalUInt64.self, forKey: .at).value
    counter = try members.decode(DecimalUInt64.self, forKey: .counter).value
    attestation = try members.decodeIfPresent(NoticeAttestation.self, forKey: .attestation)
    if try members.decodeIfPresent(Bool.self, forKey: .clear) == true {
      action = .clear
      return
    }
    let event = try members.decode(Int.self, forKey: .event)
    let trigger = try members.decodeIfPresent(Int.self, forKey: .trigger) ?? 0
    guard let kind = NoticeKind(event: event, trigger: trigger) else {
      throw IdentityError(.malformed, "notice event")
    }
    action = .post(kind, root: try members.decodeIfPresent(RootHash.self, forKey: .root))
    title = kind == .renamed ? try members.decodeIfPresent(String.self, forKey: .title) : nil
  }

  /// Writes `clear`, or event and trigger, never both.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(ContentVersion(), forKey: .v)
    try members.encode(noticeID, forKey: .noticeID)
    try members.encode(audience, forKey: .audience)
    try members.encode(collaborationID, forKey: .collaborationID)
    try members.encode(DecimalUInt64(at), forKey: .at)
    try members.encode(DecimalUInt64(counter), forKey: .counter)
    try members.encodeIfPresent(attestation, forKey: .attestation)
    switch action {
    case .clear: try members.encode(true, forKey: .clear)
    case .post(let kind, let root):
      try members.encode(kind.event, forKey: .event)
      try members.encode(kind.trigger, forKey: .trigger)
      try members.encodeIfPresent(root, forKey: .root)
      try members.encodeIfPresent(title, forKey: .title)
    }
  }
}
