public import Foundation
import GroveIdentity

/// Up to where somebody was told of the changes in a zone, or in a database. An app keeps it with what it was told, and
/// gives it back; one of something else, or too old a one, is refused with `CKError.changeTokenExpired`.
public final class CKServerChangeToken: NSObject, NSSecureCoding, NSCopying, Sendable {
  let bytes: Base64URLBytes

  init(_ bytes: Base64URLBytes) { self.bytes = bytes }

  /// This object: nothing in it can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKServerChangeToken)?.bytes == bytes
  }

  public override var hash: Int { bytes.hashValue }

  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive.
  public init?(coder: NSCoder) {
    guard let bytes = coder.archived(Base64URLBytes.self) else { return nil }
    self.bytes = bytes
  }

  public func encode(with coder: NSCoder) { coder.archive(bytes) }
}
