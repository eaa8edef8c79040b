/// Who may come in: what a share sheet may offer.
public struct CKSharingParticipantAccessOption: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Whoever has the link.
  public static let anyoneWithLink = CKSharingParticipantAccessOption(rawValue: 1)
  /// Those whom it was sent to.
  public static let specifiedRecipientsOnly = CKSharingParticipantAccessOption(rawValue: 2)
  public static let any: CKSharingParticipantAccessOption = [
    .anyoneWithLink, .specifiedRecipientsOnly,
  ]
}

/// What those who come in may do: what a share sheet may offer.
public struct CKSharingParticipantPermissionOption: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let readOnly = CKSharingParticipantPermissionOption(rawValue: 1)
  public static let readWrite = CKSharingParticipantPermissionOption(rawValue: 2)
  public static let any: CKSharingParticipantPermissionOption = [.readOnly, .readWrite]
}
