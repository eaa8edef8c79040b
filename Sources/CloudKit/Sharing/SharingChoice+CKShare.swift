import GroveSystem
import SharedWithYouCore
import Synchronization

extension SharingChoice {
  /// How a share is shared now.
  init(_ share: ShareContent) {
    let isOpen = share.publicPermission != .none
    self.init(
      isOpenToLink: isOpen,
      isReadOnly: isOpen ? share.publicPermission == .readOnly : share.isReadOnly)
  }

  /// The options of the sheet: what the app allows and nothing else.
  func options(_ allowed: CKAllowedSharingOptions.Values) -> SWCollaborationShareOptions {
    options(
      Allowed(
        anyone: allowed.access.contains(.anyoneWithLink),
        invited: allowed.access.contains(.specifiedRecipientsOnly),
        reading: allowed.permissions.contains(.readOnly),
        writing: allowed.permissions.contains(.readWrite)))
  }

  /// What the app allowed where these were offered.
  static func values(_ options: CollaborationShareOptions) -> CKAllowedSharingOptions.Values {
    let allowed = allowed(options)
    var values = CKAllowedSharingOptions.Values(permissions: [], access: [])
    if allowed.anyone { values.access.insert(.anyoneWithLink) }
    if allowed.invited { values.access.insert(.specifiedRecipientsOnly) }
    if allowed.reading { values.permissions.insert(.readOnly) }
    if allowed.writing { values.permissions.insert(.readWrite) }
    return values
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
