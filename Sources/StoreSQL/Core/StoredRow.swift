import CollaborationDomain
import GroveIdentity
import RelayDomain

/// What reading throws where a column does not hold what it must.
protocol DamagedRowError: Error {
  static var damagedRow: Self { get }
}

extension CollaborationStoreError: DamagedRowError {
  static var damagedRow: Self { .corrupt }
}

extension RelayStoreError: DamagedRowError {
  static var damagedRow: Self { RelayStoreError(.corrupt, "a stored value") }
}

/// A row of the collaboration server's tables.
typealias StoredRow = StrictRow<CollaborationStoreError>

/// A row of the relay's tables.
typealias RelayRow = StrictRow<RelayStoreError>

/// A row that a statement stands at, read strictly: a column that does not hold what it must is a damaged file. What is
/// read is copied, for the row is gone with the next one.
struct StrictRow<Damage: DamagedRowError> {
  private let row: any SQLRow

  init(_ row: any SQLRow) { self.row = row }

  func isNull(_ index: Int) -> Bool { row.isNull(index) }

  func bytes(_ index: Int) throws -> [UInt8] {
    guard let bytes = row.bytes(index) else { throw Damage.damagedRow }
    return bytes
  }

  func optionalBytes(_ index: Int) throws -> [UInt8]? { isNull(index) ? nil : try bytes(index) }

  func fixed<Value: FixedBytes>(_ index: Int) throws -> Value {
    do {
      return try Value(bytes(index))
    } catch {
      throw Damage.damagedRow
    }
  }

  func optionalFixed<Value: FixedBytes>(_ index: Int) throws -> Value? {
    isNull(index) ? nil : try fixed(index)
  }

  func text(_ index: Int) throws -> String {
    guard let text = row.text(index) else { throw Damage.damagedRow }
    return text
  }

  func optionalText(_ index: Int) throws -> String? { isNull(index) ? nil : try text(index) }

  func checked<Value: CheckedText>(_ index: Int) throws -> Value {
    do {
      return try Value(text(index))
    } catch {
      throw Damage.damagedRow
    }
  }

  func optionalChecked<Value: CheckedText>(_ index: Int) throws -> Value? {
    isNull(index) ? nil : try checked(index)
  }

  func key(_ index: Int) throws -> PublicKey {
    do {
      return try PublicKey(bytes(index))
    } catch {
      throw Damage.damagedRow
    }
  }

  func number(_ index: Int) throws -> UInt64 {
    guard let number = row.integer(index).flatMap(UInt64.init(exactly:)) else {
      throw Damage.damagedRow
    }
    return number
  }

  func optionalNumber(_ index: Int) throws -> UInt64? {
    isNull(index) ? nil : try number(index)
  }

  /// A number of things.
  func count(_ index: Int) throws -> Int { Int(clamping: try number(index)) }
}
