package import GroveIdentity
package import GroveMessage

/// Who has which of our messages (content type 6).
package enum ReceiptRules {
  /// A message is delivered when a device of every other member has it.
  package static func received(
    _ acknowledgement: Acknowledgement, from sender: AccountID, in reader: any MessengerReader
  ) throws -> [MessengerChange] {
    try acknowledgement.messageIDs.flatMap { messageID -> [MessengerChange] in
      // Only what some device of this account has sent, is shown here and waits for it: a stranger
      // cannot fill the table with identifiers, and what is settled needs no more of them.
      let items = try reader.items(messageID: messageID)
        .filter { $0.delivery == .sent || $0.delivery == .queued }
      guard let item = items.first, item.sender != sender,
        let conversation = try reader.conversation(item.conversationID),
        conversation.members.contains(sender)
      else { return [] }
      let known = try reader.receipts(for: messageID).union([sender, item.sender])
      let delivered = known.isSuperset(of: conversation.members) ? items.compactMap(\.identity) : []
      return [.recordReceipt(messageID, from: sender)]
        + delivered.map { .setDelivery($0, .delivered) }
    }
  }

  /// What is owed, as messages: one for each conversation and sender, at most 256 receipts each.
  package static func due(_ owed: [Receipt]) -> [[Receipt]] {
    let groups = Dictionary(grouping: owed) { [$0.conversationID.bytes, $0.to.bytes] }
    return groups.values.flatMap { group in
      stride(from: 0, to: group.count, by: 256).map {
        Array(group[$0..<min($0 + 256, group.count)])
      }
    }.sorted { ($0[0].conversationID, $0[0].to) < ($1[0].conversationID, $1[0].to) }
  }
}
