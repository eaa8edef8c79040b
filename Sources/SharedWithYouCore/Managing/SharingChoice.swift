package import GroveSystem

/// Who may come into what the system shares, and what they may do there: what a person chooses in the share sheet, of
/// records and of files.
package struct SharingChoice: Hashable, Sendable {
  /// Whoever has the link; else those who were invited.
  package var isOpenToLink = false
  package var isReadOnly = false

  /// What is offered at first: as little as the app lets them choose of who, as much of what.
  package init() {}

  package init(isOpenToLink: Bool, isReadOnly: Bool) {
    self.isOpenToLink = isOpenToLink
    self.isReadOnly = isReadOnly
  }

  /// As the messenger hands back what was chosen.
  package init(_ options: CollaborationShareOptions) {
    isOpenToLink = options.isSelected(Identifier.link)
    isReadOnly = options.isSelected(Identifier.readOnly)
  }

  /// What may be chosen.
  package struct Allowed: Hashable, Sendable {
    package var anyone, invited, reading, writing: Bool

    package init(anyone: Bool, invited: Bool, reading: Bool, writing: Bool) {
      (self.anyone, self.invited) = (anyone, invited)
      (self.reading, self.writing) = (reading, writing)
    }

    package static let everything = Allowed(
      anyone: true, invited: true, reading: true, writing: true)
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
  package func options(_ allowed: Allowed) -> SWCollaborationShareOptions {
    var access: [SWCollaborationOption] = []
    if allowed.invited {
      access.append(
        Self.option("Only people you invite", Identifier.invited, !isOpenToLink))
    }
    if allowed.anyone {
      access.append(Self.option("Anyone with the link", Identifier.link, isOpenToLink))
    }
    var permissions: [SWCollaborationOption] = []
    if allowed.writing {
      permissions.append(Self.option("Can make changes", Identifier.readWrite, !isReadOnly))
    }
    if allowed.reading {
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
  package static func allowed(_ options: CollaborationShareOptions) -> Allowed {
    Allowed(
      anyone: options.option(Identifier.link) != nil,
      invited: options.option(Identifier.invited) != nil,
      reading: options.option(Identifier.readOnly) != nil,
      writing: options.option(Identifier.readWrite) != nil)
  }

  /// The nearest choice that is allowed.
  private func within(_ allowed: Allowed) -> SharingChoice {
    var choice = self
    if !allowed.anyone { choice.isOpenToLink = false }
    if !allowed.invited { choice.isOpenToLink = true }
    if !allowed.reading { choice.isReadOnly = false }
    if !allowed.writing { choice.isReadOnly = true }
    return choice
  }

  package var summary: String {
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
