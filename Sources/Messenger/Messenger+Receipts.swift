import GroveIdentity
import GroveMessage
import GroveSystem
import MessengerDomain

extension Messenger {
  /// Tells senders what has arrived, and conversations which device lists were seen. Best effort:
  /// what cannot be told now is owed on; what can never be told is forgotten.
  ///
  /// - Returns: why the round stopped early.
  func settle() async throws(MessengerError) -> MessengerError? {
    do {
      try await releaseHeld()
      try await retryUndelivered()
      for receipts in ReceiptRules.due(try await look { try $0.owedReceipts() }) {
        try await tell(receipts)
      }
      for conversation in try await look({ try $0.conversations() })
      where conversation.state == .active && conversation.requestedBy == nil
        && gossipChecked[conversation.conversationID] != conversation.lastActivityAt
      {
        try await gossip(in: conversation)
        gossipChecked[conversation.conversationID] = conversation.lastActivityAt
      }
      return nil
    } catch {
      return error
    }
  }

  private func tell(_ receipts: [Receipt]) async throws(MessengerError) {
    guard let first = receipts.first else { return }
    let content = Acknowledgement(messageIDs: receipts.map(\.messageID), state: .delivered)
    let message = OutgoingMessage(
      messageID: fresh(MessageID.self), conversationID: first.conversationID,
      contentType: .acknowledgement, audience: .accounts([first.to]),
      content: .same(Base64URLBytes(try Self.encoded(content))))
    try await sendOrForget(message)
    try await write { _ in [.settleReceipts(receipts)] }
  }

  /// After the first line of a conversation and after every change of a list in it.
  private func gossip(in conversation: ConversationRecord) async throws(MessengerError) {
    let id = conversation.conversationID
    let due = try await look { reader -> (gossip: Gossip, digest: [UInt8])? in
      let hasText = try reader.items(of: id, before: nil, limit: 20)
        .contains { $0.messageID != nil }
      guard hasText else { return nil }
      return GossipRules.due(
        try conversation.members.compactMap { try reader.account($0) },
        told: try reader.pinsTold(id))
    }
    guard let due else { return }
    let message = OutgoingMessage(
      messageID: fresh(MessageID.self), conversationID: id, contentType: .gossip,
      content: .same(Base64URLBytes(try Self.encoded(due.gossip))))
    try await sendOrForget(message)
    try await write { _ in [.toldPins(id, digest: due.digest)] }
  }

  private func sendOrForget(_ message: OutgoingMessage) async throws(MessengerError) {
    do {
      try await sendNow(message)
    } catch  where !error.leavesQueued {
      return
    }
  }
}
