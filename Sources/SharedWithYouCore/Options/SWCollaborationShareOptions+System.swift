package import GroveSystem

extension SWCollaborationShareOptions {
  /// What the share sheet shows. A picker without options has nothing to show, and is left out.
  /// - Throws: why these options could not be shown truthfully: see `CollaborationOptionsProblem`.
  package func systemOptions() throws(CollaborationOptionsProblem) -> CollaborationShareOptions {
    try CollaborationShareOptions(
      groups: optionsGroups.map(\.systemGroup).filter {
        $0.kind == .switches || !$0.options.isEmpty
      },
      summary: summary)
  }

  /// What the person chose, with the line that says so.
  package convenience init(_ options: CollaborationShareOptions) {
    self.init(
      optionsGroups: options.groups.map(SWCollaborationOptionsGroup.made), summary: options.summary)
  }
}

extension SWCollaborationOptionsGroup {
  fileprivate var systemGroup: CollaborationOptionsGroup {
    CollaborationOptionsGroup(
      identifier: identifier, kind: self is SWCollaborationOptionsPickerGroup ? .picker : .switches,
      title: title, footer: footer, options: options.map(\.systemOption))
  }

  fileprivate static func made(of group: CollaborationOptionsGroup) -> SWCollaborationOptionsGroup {
    let type =
      group.kind == .picker
      ? SWCollaborationOptionsPickerGroup.self : SWCollaborationOptionsGroup.self
    let made = type.init(
      identifier: group.identifier,
      options: group.options.map {
        SWCollaborationOption(
          title: $0.title, identifier: $0.identifier, subtitle: $0.subtitle,
          selected: $0.isSelected, requiredOptionsIdentifiers: $0.requiredOptionsIdentifiers)
      })
    made.title = group.title
    made.footer = group.footer
    return made
  }
}

extension SWCollaborationOption {
  fileprivate var systemOption: CollaborationOption {
    CollaborationOption(
      identifier: identifier, title: title, subtitle: subtitle, isSelected: isSelected,
      requiredOptionsIdentifiers: requiredOptionsIdentifiers)
  }
}
