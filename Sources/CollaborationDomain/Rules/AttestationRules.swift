public import GroveIdentity

/// Which notices the server may sign as facts (protocol 12.4, level B).
public enum AttestationRules {
  /// What a notice says happened, as far as a server can know it.
  public enum Event: Hashable, Sendable {
    case caused(CausedEvent.Kind)
    /// A mention is part of an edit or a comment; the server does not see whom it names.
    case mention

    /// The event and trigger numbers of protocol 12.4; nil for others. A mention has no triggers.
    public init?(event: Int, trigger: Int) {
      switch (event, trigger) {
      case (1, 1): self = .caused(.edit)
      case (1, 2): self = .caused(.comment)
      case (2, 1): self = .caused(.addedCollaborator)
      case (2, 2): self = .caused(.removedCollaborator)
      case (3, 0): self = .mention
      case (4, 1): self = .caused(.created)
      case (4, 2): self = .caused(.deleted)
      case (4, 3): self = .caused(.renamed)
      case (4, 4): self = .caused(.moved)
      default: return nil
      }
    }

    var kinds: [CausedEvent.Kind] {
      switch self {
      case .caused(let kind): [kind]
      case .mention: [.edit, .comment]
      }
    }
  }

  /// The caller's identity in the collaboration, the actor of the notice.
  /// - Parameter at: the notice's own time, which is signed: it must lie within the same window.
  /// - Returns: the answer, or `notCaused`, where the account did no such thing in the last ten
  ///   minutes; `mentionsOff`; `conflict`, where the account has bound no identity here.
  public static func actor(
    of event: Event, at: UInt64, in id: CollaborationID, for call: Call,
    reading reader: any CollaborationReader
  ) throws -> Outcome<RootHash> {
    try outcome(looking: {
      try reader.admit(call)
      guard let collaboration = try reader.collaboration(id) else {
        // Refused like a stranger where there is one, after the same look-ups.
        _ = try reader.accessibleDocument(of: call, in: id)
        throw CollaborationRefusal.notFound
      }
      try checkRight(to: event, in: collaboration, for: call, reading: reader)
      let caused = try event.kinds
        .compactMap {
          try reader.causedEvent($0, by: call.account, in: collaboration.documentID)
        }
        .filter { isRecent($0.at, at: call.now) }
      guard isRecent(at, at: call.now), let newest = caused.max(by: { $0.at < $1.at }) else {
        throw CollaborationRefusal.notCaused
      }
      let bound = try reader.activeBindings(of: call.account, in: id).first?.root
      guard let root = bound ?? newest.root else { throw CollaborationRefusal.conflict }
      return root
    })
  }

  /// Whoever has access, and the owner of what it has itself deleted or stopped sharing.
  private static func checkRight(
    to event: Event, in collaboration: CollaborationRecord, for call: Call,
    reading reader: any CollaborationReader
  ) throws {
    if collaboration.endedAt != nil {
      let document = try reader.document(collaboration.documentID)
      guard document?.owner == call.account else { throw CollaborationRefusal.notFound }
    } else {
      _ = try reader.accessibleDocument(of: call, in: collaboration.id)
    }
    guard event != .mention || collaboration.options.allowsMentions else {
      throw CollaborationRefusal.mentionsOff
    }
  }

  private static func isRecent(_ time: UInt64, at now: UInt64) -> Bool {
    time <= now &+ Challenge.clockTolerance
      && (time >= now || now - time <= CausedEvent.attestableFor)
  }
}
