public import GroveIdentity
import GroveMessage
public import GroveSystem
import MessengerDomain

extension Messenger {
  /// Everything that can be opened, of every origin, the newest first.
  public func highlights() async throws(MessengerError) -> [CollaborationHighlight] {
    try await look { try HighlightRules.newest($0) }
  }

  public func highlights(for origin: Origin) async throws(MessengerError)
    -> [CollaborationHighlight]
  {
    try await look { try HighlightRules.newest(of: origin, $0) }
  }

  public func highlight(forLink link: String, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  {
    try await highlights(for: origin).first { $0.isLedTo(by: link) }
  }

  public func highlight(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  {
    let key = CollaborationKey(audience: origin, collaborationID: collaborationID)
    return try await look { try ReceivedInvitation.usable(key, $0).first?.highlight(in: $0) }
  }

  public nonisolated func highlightChanges(for origin: Origin) -> AsyncStream<Void> {
    let events = hub.listen { event -> Void? in
      switch event {
      case .sharing(.invited(let highlight)) where highlight.audience == origin: ()
      case .sharing(.invitationEnded(let key)) where key.audience == origin: ()
      case .sharing(.documentChanged(let key)) where key.audience == origin: ()
      default: nil
      }
    }
    return events
  }

  /// What is known of a document now: a thread's line is as old as its message.
  public func documentState(of collaboration: CollaborationKey) async throws(MessengerError)
    -> DocumentState
  {
    try await look { try DocumentState(of: collaboration, in: $0) }
  }

  /// Links that came as invitations and are none, in a conversation, the oldest first.
  public func warnedLinks(in conversation: ConversationID) async throws(MessengerError)
    -> [WarnedLink]
  {
    try await look { reader in
      try reader.records(PlainLink.self, prefix: conversation.bytes)
        .sorted { $0.receivedAt < $1.receivedAt }.map(\.shown)
    }
  }
}
