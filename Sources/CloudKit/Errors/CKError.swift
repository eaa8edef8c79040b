public import Foundation

/// Why something was not done. `userInfo` has a sentence and, where the code says so, records, errors and seconds.
// What it holds is never changed after it was made, and is Sendable where this module made it.
public struct CKError: Error, CustomNSError, Hashable, @unchecked Sendable {
  public let code: Code
  public let userInfo: [String: Any]

  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    self.userInfo = userInfo
  }

  /// - Parameter sentence: fixed words; never input.
  init(_ code: Code, _ sentence: String, _ more: [String: Any] = [:]) {
    self.init(code, userInfo: more.merging([NSLocalizedDescriptionKey: sentence]) { old, _ in old })
  }

  public static var errorDomain: String { CKErrorDomain }
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { userInfo }

  public var localizedDescription: String {
    userInfo[NSLocalizedDescriptionKey] as? String ?? "CKError \(code.rawValue)"
  }

  /// With `partialFailure`: what went wrong with which item.
  public var partialErrorsByItemID: [AnyHashable: any Error]? {
    userInfo[CKPartialErrorsByItemIDKey] as? [AnyHashable: any Error]
  }

  /// With `serverRecordChanged`: to be merged into, and saved.
  public var serverRecord: CKRecord? { userInfo[CKRecordChangedErrorServerRecordKey] as? CKRecord }
  public var clientRecord: CKRecord? { userInfo[CKRecordChangedErrorClientRecordKey] as? CKRecord }
  public var ancestorRecord: CKRecord? {
    userInfo[CKRecordChangedErrorAncestorRecordKey] as? CKRecord
  }

  /// Seconds after which the same may be asked again.
  public var retryAfterSeconds: Double? {
    (userInfo[CKErrorRetryAfterKey] as? NSNumber)?.doubleValue
  }

  /// Equal in code and sentence.
  public static func == (one: CKError, other: CKError) -> Bool {
    one.code == other.code && one.localizedDescription == other.localizedDescription
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension CKError: CustomStringConvertible {
  public var description: String { "CKError \(code.rawValue) (\(code)): \(localizedDescription)" }
}

extension CKError.Code {
  /// `catch CKError.unknownItem`.
  public static func ~= (code: CKError.Code, error: any Error) -> Bool {
    (error as? CKError)?.code == code
  }
}
