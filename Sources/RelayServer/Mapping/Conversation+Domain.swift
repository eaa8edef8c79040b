import GroveIdentity
import GroveWire
import RelayDomain

extension Conversation {
  init(_ record: ConversationRecord) {
    self.init(
      conversationID: record.conversationID, name: record.name, members: record.members,
      version: DecimalUInt64(record.version),
      photoVersion: record.photoVersion.map { DecimalUInt64($0) },
      requestedBy: record.requestedBy,
      notAdded: record.notAdded.isEmpty ? nil : record.notAdded)
  }
}

extension ConversationChange {
  init(_ event: ConversationEvent) {
    self.init(
      kind: Kind(event.kind), by: event.by, subjects: event.subjects, at: DecimalUInt64(event.at),
      conversation: Conversation(event.conversation))
  }
}

extension ConversationChange.Kind {
  init(_ kind: ConversationEvent.Kind) {
    switch kind {
    case .created: self = .created
    case .added: self = .added
    case .removed: self = .removed
    case .renamed: self = .renamed
    case .photo: self = .photo
    case .accepted: self = .accepted
    }
  }
}
