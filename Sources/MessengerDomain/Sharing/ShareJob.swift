package import GroveIdentity
import GroveMessage
package import GroveSystem

/// A share procedure with what it is about, as it is stored between its steps.
package struct ShareJob: SharingRecord, Hashable, Redacted {
  package static let kind = "share-job"

  package var procedure: ShareProcedure
  /// The draft that comes back when it fails.
  package var draftID: RequestID?
  package var conversationID: ConversationID
  package var metadata: CollaborationMetadata
  /// Of the message that carries the invitations.
  package var messageID: MessageID
  /// This device's own part, derived before the envelopes leave; kept once they have.
  package var own: ReceivedInvitation?

  package init(
    procedure: ShareProcedure, draftID: RequestID? = nil, conversationID: ConversationID,
    metadata: CollaborationMetadata, messageID: MessageID, own: ReceivedInvitation? = nil
  ) {
    self.procedure = procedure
    self.draftID = draftID
    self.conversationID = conversationID
    self.metadata = metadata
    self.messageID = messageID
    self.own = own
  }

  package var key: [UInt8] { procedure.procedureID.bytes }

  package var title: String { metadata.title }
  package var optionsSummary: String { metadata.userSelectedShareOptions?.summary ?? "" }

  package var collaboration: CollaborationKey? {
    procedure.started.map {
      CollaborationKey(audience: procedure.origin, collaborationID: $0.collaborationID)
    }
  }

  /// The row of what is shared, in this conversation.
  package var sharedKey: [UInt8]? { collaboration.map { conversationID.bytes + $0.bytes } }
}

/// Sealed envelopes of invitations that may have left: what can be sent again after a crash.
package struct HeldEnvelopes: SharingRecord, Hashable, Redacted {
  package static let kind = "held-envelopes"

  package var messageID: MessageID
  package var envelopes: [Base64URLBytes]

  package init(messageID: MessageID, envelopes: [Base64URLBytes]) {
    self.messageID = messageID
    self.envelopes = envelopes
  }

  package var key: [UInt8] { messageID.bytes }
}

extension ShareOutcome {
  package init(_ procedure: ShareProcedure) {
    if let failure = procedure.failure {
      self = .failed(failure)
    } else {
      self = procedure.phase == .sent ? .sent : .waiting
    }
  }
}
