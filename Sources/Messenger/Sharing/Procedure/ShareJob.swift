import GroveIdentity
import GroveMessage
import GroveSystem

/// A share procedure with what it is about, as it is stored between its steps.
struct ShareJob: SharingRecord, Hashable, Redacted {
  static let kind = "share-job"

  var procedure: ShareProcedure
  /// The draft that comes back when it fails.
  var draftID: RequestID?
  var conversationID: ConversationID
  var metadata: CollaborationMetadata
  /// Of the message that carries the invitations.
  var messageID: MessageID
  /// This device's own part, derived before the envelopes leave; kept once they have.
  var own: ReceivedInvitation?

  var key: [UInt8] { procedure.procedureID.bytes }

  var title: String { metadata.title }
  var optionsSummary: String { metadata.userSelectedShareOptions?.summary ?? "" }

  var collaboration: CollaborationKey? {
    procedure.started.map {
      CollaborationKey(audience: procedure.origin, collaborationID: $0.collaborationID)
    }
  }

  /// The row of what is shared, in this conversation.
  var sharedKey: [UInt8]? { collaboration.map { conversationID.bytes + $0.bytes } }
}

/// Sealed envelopes of invitations that may have left: what can be sent again after a crash.
struct HeldEnvelopes: SharingRecord, Hashable, Redacted {
  static let kind = "held-envelopes"

  var messageID: MessageID
  var envelopes: [Base64URLBytes]

  var key: [UInt8] { messageID.bytes }
}
