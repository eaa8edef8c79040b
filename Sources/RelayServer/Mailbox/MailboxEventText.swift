import GroveIdentity
import GroveServing
import GroveWire
import RelayDomain

/// A mailbox entry as an event of the stream.
///
/// Envelopes are most of what a relay sends, and their JSON is four texts that need no escaping:
/// they are put together by hand, in the form `StrictJSON` would give them.
enum MailboxEventText {
  static func event(_ entry: MailboxEntry) throws -> ServerSentEvent {
    ServerSentEvent(
      name: RelayRoutes.mailboxEventName, id: String(entry.sequence), data: try json(entry))
  }

  /// A page, as `StrictJSON` would give it.
  static func page(_ contents: MailboxContents) throws -> [UInt8] {
    var text = Array("{\"events\":[".utf8)
    for (index, entry) in contents.entries.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += Array(try json(entry).utf8)
    }
    return text + Array("],\"more\":\(contents.more)}".utf8)
  }

  static func json(_ entry: MailboxEntry) throws -> String {
    guard case .envelope(let sender, let bytes) = entry.payload else {
      return String(decoding: try StrictJSON.encode(MailboxEvent(entry)), as: UTF8.self)
    }
    var text = "{\"envelope\":\""
    text += Base64URL.encode(bytes)
    text += "\",\"receivedAt\":\"\(entry.receivedAt)\",\"sender\":\"\(sender.base64url)\""
    return text + ",\"sequence\":\"\(entry.sequence)\"}"
  }
}
