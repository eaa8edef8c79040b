import GroveIdentity
import GroveWire
import RelayDomain

extension FuzzDecoder {
  func takeText(_ input: [UInt8]) {
    switch self {
    case .strictJSON: takeJSON(input)
    case .base64URL:
      if let bytes = try? Base64URL.decode(utf8: input) {
        require(Array(Base64URL.encode(bytes).utf8) == input, "base64url has one form")
      }
      if let bytes = try? Hex.decode(utf8: input[...]) {
        require(Array(Hex.encode(bytes).utf8) == input, "hex has one form")
      }
    case .identifiers: takeIdentifiers(input)
    case .percentEncoding:
      let text = String(decoding: input, as: UTF8.self)
      require(PercentEncoding.decode(PercentEncoding.encode(text)) == text, "percent reads back")
      _ = PercentEncoding.decode(text)
    default: takeEvents(input)
    }
  }

  private func takeJSON(_ input: [UInt8]) {
    for strictness in [JSONScanner.Strictness.strict, .grammarOnly] {
      guard var scanner = try? JSONScanner(input, strictness: strictness) else { continue }
      do {
        try scanner.skipValue()
        try scanner.finish()
      } catch {
        continue
      }
    }
    guard let value = try? StrictJSON.decode(AnyJSON.self, from: input) else { return }
    guard let written = try? StrictJSON.encode(value) else { return }
    require((try? StrictJSON.decode(AnyJSON.self, from: written)) != nil, "JSON reads back")
  }

  private func takeIdentifiers(_ input: [UInt8]) {
    let text = String(decoding: input, as: UTF8.self)
    if let origin = try? Origin(text) { require(origin.text == text, "an origin has one form") }
    if let origin = try? Origin(ofLink: text) {
      require((try? Origin(origin.text)) == origin, "a link's origin is an origin")
    }
    if let label = try? AccountLabel(text) { require(label.text == text, "a label is kept") }
    if let id = try? CollaborationID(text) { require(id.text == text, "an identifier is kept") }
    if let number = try? DecimalUInt64(text: text) {
      require(String(number.value) == text, "a decimal has one form")
    }
    if let handle = try? Handle(text) {
      require((try? Handle(handle.text)) == handle, "a handle is its own handle")
    }
    _ = try? DisplayText.check(text, 1...128, "name")
    _ = PhotoFormat(of: input)
    _ = try? PublicKey(input)
  }

  /// The same events, in whatever pieces the bytes come.
  private func takeEvents(_ input: [UInt8]) {
    guard let cut = input.first else { return }
    let bytes = input.dropFirst()
    var whole = ServerSentEventParser(maximumLine: 512)
    var parts = ServerSentEventParser(maximumLine: 512)
    let step = Int(cut) + 1
    let expected = try? whole.feed(bytes)
    var events: [ServerSentEvent]? = []
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: step) {
      guard events != nil else { break }
      let more = try? parts.feed(bytes[start..<min(start + step, bytes.endIndex)])
      events = more.flatMap { more in events.map { $0 + more } }
    }
    require(expected == events, "events do not depend on how bytes are cut")
  }
}

/// Any JSON value, decoded and encoded by the same coder as the bodies of requests.
private enum AnyJSON: Codable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([AnyJSON])
  case object([String: AnyJSON])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? value.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([AnyJSON].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: AnyJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
