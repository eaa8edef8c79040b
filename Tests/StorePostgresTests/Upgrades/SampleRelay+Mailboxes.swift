import GroveIdentity
import GroveTesting

/// What the two have said, and what waits for a device.
extension SampleRelay {
  mutating func addConversation() {
    rows.add(
      "conversation",
      [
        "conversation_id": kitchen, "name": "Kitchen", "version": 4, "photo_version": 3,
        "last_event": 2,
      ])
    rows.add(
      "conversation",
      ["conversation_id": garden, "name": "Garden", "version": 2, "last_event": 1])
    for account in [annsID, bensID] {
      for table in ["member", "membership"] {
        rows.add(
          table, ["conversation_id": kitchen, "account_id": account, "requested_by": annsID])
      }
    }
    rows.add("photo", ["conversation_id": kitchen, "bytes": .bytes(90, of: 11)])
    addEvent(1000, "Kitch", of: kitchen, number: 1, at: 1100)
    addEvent(1001, "Garden", of: garden, number: 1, at: 1102)
    addEvent(1002, "Kitchen", of: kitchen, number: 2, at: 1102)
  }

  /// - Parameters:
  ///   - id: among the events of all conversations, as one sequence numbered them once.
  ///   - number: among those of the conversation.
  private mutating func addEvent(
    _ id: SampleValue, _ name: SampleValue, of conversation: SampleValue, number: SampleValue,
    at: SampleValue
  ) {
    rows.add(
      "conversation_event",
      [
        "event_id": id, "number": number, "kind": "renamed", "by_account": bensID,
        "subjects": SampleValue([]), "at": at, "conversation_id": conversation, "name": name,
        "members": SampleValue(ann.id.bytes + ben.id.bytes), "version": 4, "photo_version": 3,
        "requested_by": annsID,
      ])
  }

  mutating func addMailbox() {
    rows.add(
      "mailbox",
      ["account_id": annsID, "device_id": annsDevice, "last": 10, "entries": 6, "bytes": 150])
    // Without what waits from nobody, and from the account itself.
    rows.add(
      "mailbox_share",
      ["account_id": annsID, "device_id": annsDevice, "origin": bensID, "entries": 4, "bytes": 100])
    rows.add(
      "remembered_envelope",
      [
        "message_id": .bytes(16, of: 12), "sender_account": bensID,
        "sender_device": SampleValue(ben.devices[0].id.bytes), "recipient_account": annsID,
        "recipient_device": annsDevice, "at": 1101,
      ])
  }

  /// Of each kind: an envelope, events, a newer statement, a gap, a notice.
  mutating func addEntries() {
    let kinds: [SampleRows.Row] = [
      ["subject": bensID, "envelope": .bytes(100, of: 13)],
      [
        "subject": bensID, "event_id": 1002, "event_conversation": kitchen, "event_number": 2,
      ],
      ["subject": bensID, "event_id": 1001, "event_conversation": garden, "event_number": 1],
      ["subject": bensID, "statement_seq": 0],
      ["statement_seq": 2],
      [
        "subject": annsID, "envelope": .bytes(50, of: 14), "notice_address": .bytes(16, of: 7),
        "notice_topic": "a topic", "notice_expires": 9003,
      ],
    ]
    for (number, kind) in kinds.enumerated() {
      let place: SampleRows.Row = [
        "account_id": annsID, "device_id": annsDevice, "received_at": 1102,
        "sequence": SampleValue(integerLiteral: Int64(number) + 5),
      ]
      rows.add("mailbox_entry", place.merging(kind) { one, _ in one })
    }
  }

  mutating func addFiles() {
    rows.add("rendezvous", ["rendezvous_id": .bytes(16, of: 15), "expires_at": 9004])
    rows.add(
      "rendezvous_message",
      ["rendezvous_id": .bytes(16, of: 15), "position": 0, "bytes": .bytes(20, of: 16)])
    rows.add(
      "attachment",
      [
        "attachment_id": .bytes(16, of: 17), "owner": annsID, "size": 500, "expires_at": 9005,
      ])
  }
}
