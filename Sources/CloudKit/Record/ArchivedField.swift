import CoreLocation
import Foundation
import GroveIdentity

/// A field in an archive: one member is there. None: what no record can hold, so that saving it is refused later too.
struct ArchivedField: Codable {
  var text: String?
  var integer: Int64?
  var number: Double?
  /// Seconds since 2001, as dates count them.
  var time: Double?
  var bytes: Base64URLBytes?
  var reference: Reference?
  /// A file's path: the bytes stay where they are.
  var file: String?
  /// Latitude, longitude, altitude, both accuracies, seconds since 2001.
  var place: [Double]?
  var list: [ArchivedField]?

  struct Reference: Codable {
    var name: String
    var zone: CKRecordZoneID.Archived
    var deletesSelf: Bool
  }

  init(_ field: FieldContent) {
    switch field {
    case .text(let value): text = value
    case .integer(let value): integer = value
    case .number(let value) where value.isFinite: number = value
    case .time(let value) where value.timeIntervalSinceReferenceDate.isFinite:
      time = value.timeIntervalSinceReferenceDate
    case .bytes(let value): bytes = Base64URLBytes(Array(value))
    case .reference(let target):
      reference = Reference(
        name: target.recordID.recordName, zone: target.recordID.zoneID.archived,
        deletesSelf: target.action == .deleteSelf)
    case .asset(let value): file = value.fileURL?.path
    case .location(let value): place = Self.numbers(value)
    case .list(let values): list = values.map { ArchivedField($0) }
    case .number, .time, .unusable: break
    }
  }

  private static func numbers(_ place: CLLocation) -> [Double]? {
    let numbers = [
      place.coordinate.latitude, place.coordinate.longitude, place.altitude,
      place.horizontalAccuracy, place.verticalAccuracy,
      place.timestamp.timeIntervalSinceReferenceDate,
    ]
    return numbers.allSatisfy(\.isFinite) ? numbers : nil
  }

  var content: FieldContent {
    if let text { return .text(text) }
    if let integer { return .integer(integer) }
    if let number { return .number(number) }
    if let time { return .time(Date(timeIntervalSinceReferenceDate: time)) }
    if let bytes { return .bytes(Data(bytes.bytes)) }
    if let reference {
      let id = CKRecordID(recordName: reference.name, zoneID: CKRecordZoneID(reference.zone))
      return .reference(
        CKReference(recordID: id, action: reference.deletesSelf ? .deleteSelf : .none))
    }
    if let file { return .asset(CKAsset(fileURL: URL(fileURLWithPath: file))) }
    if let place, place.count == 6 { return .location(Self.location(place)) }
    if let list { return .list(list.map(\.content)) }
    return .unusable
  }

  private static func location(_ numbers: [Double]) -> CLLocation {
    CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: numbers[0], longitude: numbers[1]),
      altitude: numbers[2], horizontalAccuracy: numbers[3], verticalAccuracy: numbers[4],
      timestamp: Date(timeIntervalSinceReferenceDate: numbers[5]))
  }
}
