import CoreLocation
import Foundation

/// What a field of a record holds, in the one form that values are compared, sent and archived in.
enum FieldContent: Hashable, Sendable {
  case text(String)
  case integer(Int64)
  case number(Double)
  case time(Date)
  case bytes(Data)
  case reference(CKReference)
  case asset(CKAsset)
  case location(CLLocation)
  case list([FieldContent])
  /// A value that no field can hold; saving it is refused.
  case unusable

  /// Bridging makes one cast match a Swift type and its Foundation counterpart alike.
  init(_ value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let number as NSNumber: self.init(number)
    case let time as Date: self = .time(time)
    case let bytes as Data: self = .bytes(bytes)
    case let target as CKReference: self = .reference(target)
    case let file as CKAsset: self = .asset(file)
    case let place as CLLocation: self = .location(place)
    case let values as NSArray: self.init(elements: values.map { FieldContent($0) })
    default: self = .unusable
    }
  }

  private init(_ number: NSNumber) {
    switch String(cString: number.objCType) {
    case "d", "f": self = .number(number.doubleValue)
    case "Q" where number.uint64Value > UInt64(Int64.max): self = .unusable
    default: self = .integer(number.int64Value)
    }
  }

  /// Whole numbers beside others count as numbers: a list is of one kind.
  private init(elements: [FieldContent]) {
    let hasNumbers = elements.contains { if case .number = $0 { true } else { false } }
    self = .list(
      elements.map { element in
        if hasNumbers, case .integer(let whole) = element { return .number(Double(whole)) }
        return element
      })
  }

  /// As an app gets it: numbers as `NSNumber`, which can be cast to every numeric type that holds them.
  var value: (any CKRecordValueProtocol)? {
    switch self {
    case .text(let text): text
    case .integer(let number): NSNumber(value: number)
    case .number(let number): NSNumber(value: number)
    case .time(let time): time
    case .bytes(let bytes): bytes
    case .reference(let target): target
    case .asset(let file): file
    case .location(let place): place
    case .list(let elements): Self.array(elements)
    case .unusable: nil
    }
  }

  private static func array(_ elements: [FieldContent]) -> (any CKRecordValueProtocol)? {
    func all<Element: CKRecordValueProtocol>(_ type: Element.Type) -> [Element]? {
      let found = elements.compactMap { $0.value as? Element }
      return found.count == elements.count ? found : nil
    }
    switch elements.first {
    case .none, .text: return all(String.self)
    case .integer, .number: return all(NSNumber.self)
    case .time: return all(Date.self)
    case .bytes: return all(Data.self)
    case .reference: return all(CKReference.self)
    case .asset: return all(CKAsset.self)
    case .location: return all(CLLocation.self)
    case .list, .unusable: return nil
    }
  }

  /// About how many bytes it takes, without assets.
  var size: Int {
    switch self {
    case .text(let text): text.utf8.count + 8
    case .bytes(let bytes): bytes.count + 8
    case .reference(let target): target.recordID.recordName.utf8.count + 8
    case .list(let elements): elements.reduce(8) { $0 + $1.size }
    case .integer, .number, .time, .unusable: 9
    case .asset, .location: 49
    }
  }

  /// The files in it.
  var assets: [CKAsset] {
    switch self {
    case .asset(let file): [file]
    case .list(let elements): elements.flatMap(\.assets)
    default: []
    }
  }
}
