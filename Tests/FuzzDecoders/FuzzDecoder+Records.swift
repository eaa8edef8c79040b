import GroveIdentity
import GroveServing
import RecordDomain

extension FuzzDecoder {
  func takeRecord(_ input: [UInt8]) {
    switch self {
    case .recordTokens:
      if let token = try? ZoneToken(input) {
        require(token.bytes == input, "a zone's token has one form")
      }
      if let token = try? DatabaseToken(input) {
        require(token.bytes == input, "a database's token has one form")
      }
    case .recordCursor:
      guard let cursor = try? QueryCursor(input) else { return }
      guard let written = try? cursor.bytes() else {
        return require(false, "a cursor is written back")
      }
      require((try? QueryCursor(written)) == cursor, "a cursor reads back")
    case .recordFields: takeFields(input)
    default: takeNames(input)
    }
  }

  /// As it is stored: a restored backup is somebody's word, too.
  private func takeFields(_ input: [UInt8]) {
    guard let fields = try? FieldCoding.decode(input) else { return }
    guard let written = try? FieldCoding.encode(fields) else {
      return require(false, "fields are written back")
    }
    let again = (try? FieldCoding.decode(written)).flatMap { try? FieldCoding.encode($0) }
    require(again == written, "fields read back")
  }

  /// What names the field of an asset in a request's query, and everything else that an app names.
  private func takeNames(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    if let query = try? QueryParameters(path: text) {
      for name in ["zone", "record", "field", "owner", "scope"] { takeName(query[name] ?? "") }
      _ = try? query.position("index").map { Int(clamping: $0) }
      _ = try? query.position("offset").flatMap { Int(exactly: $0) }
    }
    takeName(text)
    if let hash = try? AssetHash(Base64URL.decode(text)) {
      require(hash.base64url == text, "an asset's hash has one form")
    }
  }

  private func takeName(_ text: String) {
    if let name = try? ContainerID(text) { require(name.text == text, "a container is kept") }
    if let name = try? ZoneName(text) { require(name.text == text, "a zone's name is kept") }
    if let name = try? RecordName(text) { require(name.text == text, "a record's name is kept") }
    if let name = try? RecordType(text) { require(name.text == text, "a type is kept") }
    if let name = try? FieldName(text) { require(name.text == text, "a field's name is kept") }
    if let name = try? RecordUserName(text) { require(name.text == text, "a user's name is kept") }
  }
}
