import GroveIdentity
import GroveServing
import GroveWire
import RelayDomain

/// A mailbox entry as an event of the stream.
///
/// Envelopes are most of what a relay sends, and their JSON is four texts that need no escaping:
/// they are put together by hand, in the form `StrictJSON` would give them.
enum MailboxEventText {
  /// As it travels.
  static func event(_ entry: MailboxEntry) throws -> [UInt8] {
    ServerSentEvent.bytes(
      name: RelayRoutes.mailboxEventName, id: String(entry.sequence), data: try json(entry))
  }

  /// A page, as `StrictJSON` would give it.
  static func page(_ contents: MailboxContents) throws -> [UInt8] {
    var text = Array("{\"events\":[".utf8)
    for (index, entry) in contents.entries.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += try json(entry)
    }
    return text + Array("],\"more\":\(contents.more)}".utf8)
  }

  static func json(_ entry: MailboxEntry) throws -> [UInt8] {
    guard case .envelope(let sender, let bytes) = entry.payload else {
      return try StrictJSON.encode(MailboxEvent(entry))
    }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 4 / 3 + 160)
    text += "{\"envelope\":\"".utf8
    Base64URL.append(bytes, to: &text)
    text += "\",\"receivedAt\":\"\(entry.receivedAt)\",\"sender\":\"".utf8
    Base64URL.append(sender.bytes, to: &text)
    text += "\",\"sequence\":\"\(entry.sequence)\"}".utf8
    return text
  }
}
