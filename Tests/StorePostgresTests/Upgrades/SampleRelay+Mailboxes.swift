import GroveIdentity
import GroveTesting

/// What the two have said, and what waits for a device.
extension SampleRelay {
  mutating func addConversation() {
    rows.add(
      "conversation",
      ["conversation_id": conversation, "name": "Kitchen", "version": 4, "photo_version": 3])
    for account in [annsID, bensID] {
      rows.add(
        "member",
        ["conversation_id": conversation, "account_id": account, "requested_by": annsID])
    }
    rows.add("photo", ["conversation_id": conversation, "bytes": .bytes(90, of: 11)])
    rows.add(
      "conversation_event",
      [
        "event_id": 1000, "kind": "renamed", "by_account": bensID, "subjects": SampleValue([]),
        "at": 1100, "conversation_id": conversation, "name": "Kitchen",
        "members": SampleValue(ann.id.bytes + ben.id.bytes), "version": 4, "photo_version": 3,
        "requested_by": annsID,
      ])
  }

  mutating func addMailbox() {
    rows.add(
      "mailbox",
      ["account_id": annsID, "device_id": annsDevice, "last": 9, "entries": 5, "bytes": 150])
    // Without what waits from nobody, and from the account itself.
    rows.add(
      "mailbox_share",
      ["account_id": annsID, "device_id": annsDevice, "origin": bensID, "entries": 3, "bytes": 100])
    rows.add(
      "remembered_envelope",
      [
        "message_id": .bytes(16, of: 12), "sender_account": bensID,
        "sender_device": SampleValue(ben.devices[0].id.bytes), "recipient_account": annsID,
        "recipient_device": annsDevice, "at": 1101,
      ])
  }

  /// One of each kind: an envelope, an event, a newer statement, a gap, a notice.
  mutating func addEntries() {
    let kinds: [SampleRows.Row] = [
      ["subject": bensID, "envelope": .bytes(100, of: 13)],
      ["subject": bensID, "event_id": 1000],
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
