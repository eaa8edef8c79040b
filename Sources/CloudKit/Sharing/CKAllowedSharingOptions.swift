public import Foundation
import Synchronization

/// What the share sheet offers for a record share: exactly these, and nothing else is taken.
///
/// Permissions are those of the share: all whom it was sent to may do the same.
public final class CKAllowedSharingOptions: NSObject, NSSecureCoding, NSCopying, Sendable {
  struct Values: Hashable, Sendable {
    var permissions: CKSharingParticipantPermissionOption
    var access: CKSharingParticipantAccessOption

    /// What both allow; where they agree on nothing of a kind, what this one does.
    func within(_ other: Values) -> Values {
      let (both, ways) = (
        permissions.intersection(other.permissions), access.intersection(other.access)
      )
      return Values(
        permissions: both.isEmpty ? permissions : both, access: ways.isEmpty ? access : ways)
    }
  }
  private let state: Mutex<Values>

  /// With none of either nothing can be shared so: the share sheet is not shown, and the person is told.
  public init(
    allowedParticipantPermissionOptions: CKSharingParticipantPermissionOption,
    allowedParticipantAccessOptions: CKSharingParticipantAccessOption
  ) {
    state = Mutex(
      Values(
        permissions: allowedParticipantPermissionOptions, access: allowedParticipantAccessOptions))
  }

  /// Everything; a new object each time.
  public class var standard: CKAllowedSharingOptions {
    CKAllowedSharingOptions(
      allowedParticipantPermissionOptions: .any, allowedParticipantAccessOptions: .any)
  }

  public var allowedParticipantPermissionOptions: CKSharingParticipantPermissionOption {
    get { state.withLock(\.permissions) }
    set { state.withLock { $0.permissions = newValue } }
  }

  public var allowedParticipantAccessOptions: CKSharingParticipantAccessOption {
    get { state.withLock(\.access) }
    set { state.withLock { $0.access = newValue } }
  }

  var values: Values { state.withLock(\.self) }

  /// Another object with the same values.
  public func copy(with zone: NSZone? = nil) -> Any {
    let values = values
    return CKAllowedSharingOptions(
      allowedParticipantPermissionOptions: values.permissions,
      allowedParticipantAccessOptions: values.access)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKAllowedSharingOptions)?.values == values
  }

  /// The same for all: the properties may change while this is in a set.
  public override var hash: Int { 0 }

  public static var supportsSecureCoding: Bool { true }

  private struct Archived: Codable {
    var permissions, access: UInt
  }

  /// Reads the app's own archive; nil where the coder has none.
  public convenience init?(coder: NSCoder) {
    guard let archived = coder.archived(Archived.self) else { return nil }
    self.init(
      allowedParticipantPermissionOptions: .init(rawValue: archived.permissions),
      allowedParticipantAccessOptions: .init(rawValue: archived.access))
  }

  public func encode(with coder: NSCoder) {
    let values = values
    coder.archive(
      Archived(permissions: values.permissions.rawValue, access: values.access.rawValue))
  }
}
