public import GroveIdentity

/// Shares a file or folder of the caller's drive, or shares it differently.
public struct ShareDriveItem: Hashable, Sendable, Codable {
  /// Chosen by the client: a retry changes nothing, and does not share anew what was stopped since.
  public var requestID: RequestID
  /// Names with a slash before each.
  public var path: String
  public var who: DriveShareTerms.Who
  public var access: ShareOptions.Access

  public init(
    requestID: RequestID, path: String, who: DriveShareTerms.Who, access: ShareOptions.Access
  ) {
    self.requestID = requestID
    self.path = path
    self.who = who
    self.access = access
  }
}

/// How a file or folder is shared.
public struct DriveShareTerms: Hashable, Sendable, Codable {
  /// Who may come in.
  public enum Who: String, Hashable, Sendable, Codable, CaseIterable {
    /// Those who were invited.
    case invited
    /// Whoever has the link.
    case link
  }

  public var who: Who
  /// What those who come in may do.
  public var access: ShareOptions.Access

  public init(who: Who, access: ShareOptions.Access) {
    self.who = who
    self.access = access
  }
}

/// A file or folder that is shared, as the caller finds it.
public struct DriveShareState: Hashable, Sendable, Codable {
  public var collaborationID: CollaborationID
  /// What is sent to others.
  public var link: String
  /// In the caller's drive, names with a slash before each: the owner's own, for others below `/Shared`.
  public var path: String
  /// As its owner calls it.
  public var name: String
  public var isFolder: Bool
  /// Bytes of a file; 0 for a folder.
  public var size: DecimalUInt64
  public var who: DriveShareTerms.Who
  /// What those who come in may do.
  public var access: ShareOptions.Access
  /// What the caller may do.
  public var yours: Document.Access
  public var owner: AccountLabel
  public var ownerDisplayName: String
  /// The membership counter.
  public var epoch: DecimalUInt64

  public init(
    collaborationID: CollaborationID, link: String, path: String, name: String, isFolder: Bool,
    size: DecimalUInt64, terms: DriveShareTerms, yours: Document.Access, owner: AccountLabel,
    ownerDisplayName: String, epoch: DecimalUInt64
  ) {
    self.collaborationID = collaborationID
    self.link = link
    self.path = path
    self.name = name
    self.isFolder = isFolder
    self.size = size
    who = terms.who
    access = terms.access
    self.yours = yours
    self.owner = owner
    self.ownerDisplayName = ownerDisplayName
    self.epoch = epoch
  }
}

/// Files and folders that are shared.
public struct DriveShareList: Hashable, Sendable, Codable {
  public var shares: [DriveShareState]
  /// The `after` of the next page; nil at the end.
  public var next: String?

  public init(shares: [DriveShareState], next: String? = nil) {
    self.shares = shares
    self.next = next
  }
}
