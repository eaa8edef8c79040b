public import Foundation

/// What an app calls some work of it that belongs together: a label that a sync engine's contexts carry back. The server
/// is told nothing of it.
// What apps set, they set before it is used.
public final class CKOperationGroup: NSObject, NSSecureCoding, @unchecked Sendable {
  /// A name of its own.
  public let operationGroupID: String
  public var name: String?

  public override init() { operationGroupID = UUID().uuidString }

  private struct Archived: Codable {
    var id: String
    var name: String?
  }

  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive.
  public init?(coder: NSCoder) {
    guard let archived = coder.archived(Archived.self) else { return nil }
    (operationGroupID, name) = (archived.id, archived.name)
  }

  public func encode(with coder: NSCoder) {
    coder.archive(Archived(id: operationGroupID, name: name))
  }
}
