import CoreLocation
import Foundation
import GroveIdentity
import GroveWire

/// Fields between records and bodies.
extension FieldContent {
  /// - Parameter assets: the files that were uploaded, by where they are.
  /// - Throws: `invalidArguments` for what no field can hold, and a reference into another zone.
  func wire(in zone: CKRecordZoneID, assets: [CKAsset: RecordAssetValue]) throws(CKError)
    -> RecordValue
  {
    var value = RecordValue()
    if case .list(let elements) = self {
      var list: [RecordListElement] = []
      for element in elements { list.append(try element.element(in: zone, assets: assets)) }
      value.list = list
      return value
    }
    let element = try element(in: zone, assets: assets)
    value.text = element.text
    value.integer = element.integer
    value.number = element.number
    value.time = element.time
    value.bytes = element.bytes
    value.reference = element.reference
    value.asset = element.asset
    value.coordinates = element.coordinates
    return value
  }

  private func element(in zone: CKRecordZoneID, assets: [CKAsset: RecordAssetValue])
    throws(CKError) -> RecordListElement
  {
    var element = RecordListElement()
    switch self {
    case .text(let text): element.text = text
    case .integer(let number): element.integer = String(number)
    case .number(let number) where number.isFinite: element.number = number
    case .time(let time): element.time = try Self.milliseconds(time)
    case .bytes(let bytes): element.bytes = Base64URLBytes(Array(bytes))
    case .reference(let target):
      guard target.recordID.zoneID == zone else {
        throw CKError(.invalidArguments, "A record refers to records of its own zone only.")
      }
      element.reference = RecordReferenceValue(
        record: target.recordID.recordName, deletesSelf: target.action == .deleteSelf)
    case .asset(let file):
      guard let uploaded = assets[file] else {
        throw CKError(.assetNotAvailable, "The file was not uploaded.")
      }
      element.asset = uploaded
    case .location(let place): element.coordinates = try Self.coordinates(place)
    case .number, .list, .unusable:
      throw CKError(.invalidArguments, "A field of the record holds what no field can hold.")
    }
    return element
  }

  static func milliseconds(_ time: Date) throws(CKError) -> String {
    let number = (time.timeIntervalSince1970 * 1000).rounded()
    // Within what a double counts exactly: some 285 000 years.
    guard abs(number) < 9_007_199_254_740_992 else {
      throw CKError(.invalidArguments, "A date is too far away.")
    }
    return String(Int64(number))
  }

  private static func coordinates(_ place: CLLocation) throws(CKError) -> RecordLocationValue {
    let numbers = [
      place.coordinate.latitude, place.coordinate.longitude, place.altitude,
      place.horizontalAccuracy, place.verticalAccuracy,
    ]
    guard numbers.allSatisfy(\.isFinite) else {
      throw CKError(.invalidArguments, "A place has numbers that are none.")
    }
    return RecordLocationValue(
      latitude: numbers[0], longitude: numbers[1], altitude: numbers[2],
      horizontalAccuracy: numbers[3], verticalAccuracy: numbers[4],
      at: try milliseconds(place.timestamp))
  }
}

extension FieldContent {
  /// What a body says. A kind that this version does not know is unusable, and is not sent back.
  /// - Parameter files: those that were fetched, by their hash.
  init(_ value: RecordValue, in zone: CKRecordZoneID, files: StagedAssets.Files = [:]) {
    if let list = value.list {
      self = .list(list.map { FieldContent($0, in: zone, files: files) })
      return
    }
    var element = RecordListElement()
    element.text = value.text
    element.integer = value.integer
    element.number = value.number
    element.time = value.time
    element.bytes = value.bytes
    element.reference = value.reference
    element.asset = value.asset
    element.coordinates = value.coordinates
    self.init(element, in: zone, files: files)
  }

  private init(_ value: RecordListElement, in zone: CKRecordZoneID, files: StagedAssets.Files) {
    if let text = value.text {
      self = .text(text)
    } else if let integer = value.integer.flatMap({ Int64($0) }) {
      self = .integer(integer)
    } else if let number = value.number {
      self = .number(number)
    } else if let time = value.time.flatMap({ Int64($0) }) {
      self = .time(Self.date(time))
    } else if let bytes = value.bytes {
      self = .bytes(Data(bytes.bytes))
    } else if let target = value.reference {
      let id = CKRecordID(recordName: target.record, zoneID: zone)
      self = .reference(
        CKReference(recordID: id, action: target.deletesSelf ? .deleteSelf : .none))
    } else if let asset = value.asset {
      self = .asset(files[asset.sha256] ?? CKAsset(nil, asset))
    } else if let place = value.coordinates {
      self = .location(Self.location(place))
    } else {
      self = .unusable
    }
  }

  private static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  private static func location(_ place: RecordLocationValue) -> CLLocation {
    CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: place.latitude, longitude: place.longitude),
      altitude: place.altitude, horizontalAccuracy: place.horizontalAccuracy,
      verticalAccuracy: place.verticalAccuracy, timestamp: date(Int64(place.at) ?? 0))
  }
}
