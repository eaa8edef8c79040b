import GroveIdentity

extension Notice {
  private enum CodingKeys: String, CodingKey {
    case v, noticeID, audience, collaborationID, event, trigger, at, counter, root, attestation
    case clear
  }

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
  }

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
    }
  }
}
