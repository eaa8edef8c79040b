package import CollaborationDomain
package import GroveIdentity
import GroveWire

extension DocumentEvent {
  init(_ entry: EventRecord, names: [AccountLabel: String]) {
    self.init(
      sequence: DecimalUInt64(entry.sequence), kind: Kind(entry.kind), account: entry.account,
      displayName: names[entry.account], at: DecimalUInt64(entry.at))
    switch entry.kind {
    case .edit(let updateID, let data), .comment(let updateID, let data):
      self.updateID = updateID
      self.data = Base64URLBytes(data)
    case .renamed(let title): self.title = title
    case .moved(let location): self.location = location
    case .optionsChanged(let options): self.options = ShareOptions(options)
    case .granted(let account), .left(let account), .knocked(let account): subject = account
    case .removed(let account): subject = account
    }
  }
}

extension DocumentEvent.Kind {
  init(_ kind: EventRecord.Kind) {
    self =
      switch kind {
      case .edit: .edit
      case .comment: .comment
      case .renamed: .renamed
      case .moved: .moved
      case .optionsChanged: .optionsChanged
      case .granted: .granted
      case .removed: .removed
      case .left: .left
      case .knocked: .knocked
      }
  }
}

/// Log entries as JSON, as `StrictJSON` would give it. Most of an update is its bytes: they are put in
/// by hand, once, where the encoder would copy the text several times.
package enum DocumentEventText {
  private static let noData = Array("\"data\":\"\"".utf8)

  package static func json(_ entry: EventRecord, names: [AccountLabel: String]) throws -> [UInt8] {
    var event = DocumentEvent(entry, names: names)
    guard let data = event.data?.bytes, !data.isEmpty else { return try StrictJSON.encode(event) }
    event.data = Base64URLBytes([])
    let text = try StrictJSON.encode(event)
    // Quotation marks inside of texts are escaped: it stands there once.
    guard let place = text.firstRange(of: noData)?.upperBound else { return text }
    var whole: [UInt8] = []
    whole.reserveCapacity(text.count + (data.count * 4 + 2) / 3)
    whole += text[..<(place - 1)]
    Base64URL.append(data, to: &whole)
    whole += text[(place - 1)...]
    return whole
  }

  static func page(_ page: EventPage) throws -> [UInt8] {
    var text = Array("{\"events\":[".utf8)
    for (index, entry) in page.events.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text += try json(entry, names: page.names)
    }
    text += Array("],\"more\":\(page.more)".utf8)
    if page.more { text += Array(",\"next\":\"\(page.position)\"".utf8) }
    text.append(UInt8(ascii: "}"))
    return text
  }

  static func snapshot(_ snapshot: SnapshotRecord) -> [UInt8] {
    var text = Array("{\"data\":\"".utf8)
    text.reserveCapacity((snapshot.data.count * 4 + 2) / 3 + 64)
    Base64URL.append(snapshot.data, to: &text)
    return text + Array("\",\"sequence\":\"\(snapshot.sequence)\"}".utf8)
  }

  /// An entry as an event of the stream.
  static func append(
    _ entry: EventRecord, names: [AccountLabel: String], to text: inout [UInt8]
  ) throws {
    text += Array(
      "event: \(CollaborationRoutes.documentEventName)\nid: \(entry.sequence)\ndata: ".utf8)
    text += try json(entry, names: names)
    text += Array("\n\n".utf8)
  }

  /// The most bytes of a page's or a stretch's text: what it reads, in base64, and names and numbers
  /// of each entry.
  static let maximumBytes = (UpdateRules.pageBytes + (1 << 20)) * 4 / 3 + (1 << 18)
}
