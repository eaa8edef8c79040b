public import CollaborationDomain
public import GroveIdentity

/// That a file or folder is shared. Who takes part is kept with the document that stands behind it (decision 0030); the row
/// stays when sharing has ended, until another takes its place.
public struct DriveShare: Hashable, Sendable {
  public var node: DriveNodeID
  /// Whose drive it is in.
  public var account: AccountLabel
  public var documentID: DocumentID

  public init(node: DriveNodeID, account: AccountLabel, documentID: DocumentID) {
    self.node = node
    self.account = account
    self.documentID = documentID
  }
}

extension DriveNodeID {
  /// The folder in which everybody finds what others share with them. It has no row, and nothing else is called so: what
  /// is made ends with a count that begins at one.
  public static let shared = DriveNodeID(unchecked: [UInt8](repeating: 0, count: byteCount))
}

extension DrivePath {
  /// Where everybody finds what others share with them.
  public static var shared: DrivePath {
    (try? DriveName("Shared")).map { root.appending($0) } ?? root
  }

  /// Whether it is the place of that folder, whatever its case: nothing else can be there.
  var isReserved: Bool { names.count == 1 && isBelowShared }

  var isBelowShared: Bool { names.first?.key == Self.shared.names.first?.key }
}
