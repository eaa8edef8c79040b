import GroveSystem
import SharedWithYouCore
import Synchronization

/// Who may come into a share, and what they may do there: what a person chooses in the share sheet.
struct SharingChoice: Hashable, Sendable {
  var isOpenToLink = false
  var isReadOnly = false

  /// How a share is shared now.
  init(_ share: ShareContent) {
    isOpenToLink = share.publicPermission != .none
    isReadOnly = isOpenToLink ? share.publicPermission == .readOnly : share.isReadOnly
  }

  /// What is offered at first: as little as the app lets them choose of who, as much of what.
  init() {}

  /// As the messenger hands back what was chosen.
  init(_ options: CollaborationShareOptions) {
    isOpenToLink = options.isSelected(Identifier.link)
    isReadOnly = options.isSelected(Identifier.readOnly)
  }

  /// What each option is called between this and the share sheet.
  private enum Identifier {
    static let access = "access"
    static let link = "access.link"
    static let invited = "access.invited"
    static let permission = "permission"
    static let readOnly = "permission.read"
    static let readWrite = "permission.write"
  }

  /// The options of the sheet: what is allowed and nothing else, with this choice where it is among them.
  func options(_ allowed: CKAllowedSharingOptions.Values) -> SWCollaborationShareOptions {
    var access: [SWCollaborationOption] = []
    if allowed.access.contains(.specifiedRecipientsOnly) {
      access.append(
        Self.option("Only people you invite", Identifier.invited, !isOpenToLink))
    }
    if allowed.access.contains(.anyoneWithLink) {
      access.append(Self.option("Anyone with the link", Identifier.link, isOpenToLink))
    }
    var permissions: [SWCollaborationOption] = []
    if allowed.permissions.contains(.readWrite) {
      permissions.append(Self.option("Can make changes", Identifier.readWrite, !isReadOnly))
    }
    if allowed.permissions.contains(.readOnly) {
      permissions.append(Self.option("View only", Identifier.readOnly, isReadOnly))
    }
    return SWCollaborationShareOptions(
      optionsGroups: [
        Self.picker("Who can access", Identifier.access, access),
        Self.picker("Permission", Identifier.permission, permissions),
      ],
      summary: within(allowed).summary)
  }

  /// What was allowed where these were offered.
  static func allowed(_ options: CollaborationShareOptions) -> CKAllowedSharingOptions.Values {
    var values = CKAllowedSharingOptions.Values(permissions: [], access: [])
    if options.option(Identifier.link) != nil { values.access.insert(.anyoneWithLink) }
    if options.option(Identifier.invited) != nil { values.access.insert(.specifiedRecipientsOnly) }
    if options.option(Identifier.readOnly) != nil { values.permissions.insert(.readOnly) }
    if options.option(Identifier.readWrite) != nil { values.permissions.insert(.readWrite) }
    return values
  }

  /// The nearest choice that is allowed.
  private func within(_ allowed: CKAllowedSharingOptions.Values) -> SharingChoice {
    var choice = self
    if !allowed.access.contains(.anyoneWithLink) { choice.isOpenToLink = false }
    if !allowed.access.contains(.specifiedRecipientsOnly) { choice.isOpenToLink = true }
    if !allowed.permissions.contains(.readOnly) { choice.isReadOnly = false }
    if !allowed.permissions.contains(.readWrite) { choice.isReadOnly = true }
    return choice
  }

  var summary: String {
    (isOpenToLink ? "Anyone with the link" : "Only people you invite")
      + (isReadOnly ? " can view." : " can make changes.")
  }

  private static func option(_ title: String, _ identifier: String, _ isSelected: Bool)
    -> SWCollaborationOption
  {
    SWCollaborationOption(
      title: title, identifier: identifier, subtitle: "", selected: isSelected,
      requiredOptionsIdentifiers: [])
  }

  private static func picker(
    _ title: String, _ identifier: String, _ options: [SWCollaborationOption]
  ) -> SWCollaborationOptionsGroup {
    let group = SWCollaborationOptionsPickerGroup(identifier: identifier, options: options)
    group.title = title
    return group
  }
}

extension CKShare {
  var choice: SharingChoice { content.withLock { SharingChoice($0.terms ?? ShareContent()) } }

  /// Shares it so from the next save on.
  /// - Returns: false where it is shared so already.
  func take(_ choice: SharingChoice) -> Bool {
    content.withLock { content in
      guard var terms = content.terms, SharingChoice(terms) != choice else { return false }
      terms.isReadOnly = choice.isReadOnly
      terms.publicPermission =
        choice.isOpenToLink ? choice.isReadOnly ? .readOnly : .readWrite : .none
      terms.isChanged = true
      content.terms = terms
      return true
    }
  }
}
