import CollaborationDomain
import GroveIdentity
import GroveWire
import RecordDomain

/// What a field holds, between bodies and rules.
extension FieldValue {
  /// - Throws: `malformed` unless exactly one member is there, in its form.
  init(_ body: RecordValue) throws(IdentityError) {
    guard let list = body.list else {
      self = try Self.scalar(RecordListElement(body))
      return
    }
    guard RecordListElement(body) == RecordListElement() else { throw Self.notOne }
    var values: [FieldValue] = []
    for element in list { values.append(try Self.scalar(element)) }
    self = .list(values)
  }

  /// - Throws: `malformed` unless exactly one member is there, in its form.
  init(element: RecordListElement) throws(IdentityError) { self = try Self.scalar(element) }

  private static let notOne = IdentityError(.malformed, "a value has exactly one kind")

  private static func scalar(_ body: RecordListElement) throws(IdentityError) -> FieldValue {
    var found: [FieldValue] = []
    if let text = body.text { found.append(.text(text)) }
    if let integer = body.integer { found.append(.integer(try signed(integer))) }
    if let number = body.number { found.append(.number(number)) }
    if let time = body.time { found.append(.time(try signed(time))) }
    if let bytes = body.bytes { found.append(.bytes(bytes.bytes)) }
    if let target = body.reference {
      found.append(.reference(try RecordName(target.record), deletesSelf: target.deletesSelf))
    }
    if let asset = body.asset {
      let hash = try AssetHash(asset.sha256.bytes)
      found.append(.asset(AssetID(hash: hash, size: asset.size.value)))
    }
    if let place = body.coordinates { found.append(.location(try Location(place))) }
    guard found.count == 1 else { throw notOne }
    return found[0]
  }

  /// Decimal digits in their one form.
  fileprivate static func signed(_ text: String) throws(IdentityError) -> Int64 {
    guard let number = Int64(text), String(number) == text else {
      throw IdentityError(.malformed, "a signed 64-bit integer in decimal digits")
    }
    return number
  }
}

extension FieldValue.Location {
  fileprivate init(_ body: RecordLocationValue) throws(IdentityError) {
    self.init(
      latitude: body.latitude, longitude: body.longitude, altitude: body.altitude,
      horizontalAccuracy: body.horizontalAccuracy, verticalAccuracy: body.verticalAccuracy,
      at: try FieldValue.signed(body.at))
  }
}

extension RecordValue {
  init(_ value: FieldValue) {
    self.init()
    if case .list(let values) = value {
      list = values.map { RecordListElement($0) }
      return
    }
    let element = RecordListElement(value)
    text = element.text
    integer = element.integer
    number = element.number
    time = element.time
    bytes = element.bytes
    reference = element.reference
    asset = element.asset
    coordinates = element.coordinates
  }
}

extension RecordListElement {
  fileprivate init(_ body: RecordValue) {
    self.init()
    text = body.text
    integer = body.integer
    number = body.number
    time = body.time
    bytes = body.bytes
    reference = body.reference
    asset = body.asset
    coordinates = body.coordinates
  }

  fileprivate init(_ value: FieldValue) {
    self.init()
    switch value {
    case .text(let value): text = value
    case .integer(let value): integer = String(value)
    case .number(let value): number = value
    case .time(let value): time = String(value)
    case .bytes(let value): bytes = Base64URLBytes(value)
    case .reference(let name, let deletesSelf):
      reference = RecordReferenceValue(record: name.text, deletesSelf: deletesSelf)
    case .asset(let value):
      asset = RecordAssetValue(
        sha256: Base64URLBytes(value.hash.bytes), size: DecimalUInt64(value.size))
    case .location(let place):
      coordinates = RecordLocationValue(
        latitude: place.latitude, longitude: place.longitude, altitude: place.altitude,
        horizontalAccuracy: place.horizontalAccuracy, verticalAccuracy: place.verticalAccuracy,
        at: String(place.at))
    case .list: break  // lists hold no lists: `RecordField.isValid`
    }
  }
}
