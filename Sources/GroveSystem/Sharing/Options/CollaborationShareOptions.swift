/// The options a person is offered when sharing, and what they chose.
///
/// A value of this type always holds: identifiers are unique, no requirement is unknown or goes in
/// a circle, each picker has exactly one selected option, and no switch is on while something it
/// requires is off. Every change keeps that, or is refused and changes nothing.
public struct CollaborationShareOptions: Hashable, Sendable {
  /// In the order they are shown, with the present choice in their options.
  public private(set) var groups: [CollaborationOptionsGroup]
  /// The app's one line about its default choice.
  public let defaultSummary: String
  /// What was selected when the app offered the options.
  let offered: [String]

  /// Settles what the app marked as selected: a picker with none takes its first option, one with
  /// several takes the first of them, a switch whose requirement is off goes off.
  /// - Throws: why these options could never be shown truthfully.
  public init(groups: [CollaborationOptionsGroup], summary: String = "Share Options")
    throws(CollaborationOptionsProblem)
  {
    try CollaborationOptionsProblem.check(groups)
    var settled = groups
    Self.settle(&settled)
    self.groups = settled
    defaultSummary = summary
    offered = Self.selected(settled)
  }

  /// As it was stored: what the app offered is kept, so the summary stays the same.
  init(groups: [CollaborationOptionsGroup], summary: String, offered: [String])
    throws(CollaborationOptionsProblem)
  {
    try CollaborationOptionsProblem.check(groups)
    self.groups = groups
    Self.settle(&self.groups)
    defaultSummary = summary
    self.offered = offered
  }

  /// Identifiers of the selected options, in the order they are shown: what the app is told.
  public var selectedIdentifiers: [String] { Self.selected(groups) }

  /// False also for an option that does not exist.
  public func isSelected(_ identifier: String) -> Bool {
    option(identifier)?.isSelected ?? false
  }

  /// The option in whichever group has it; nil where none does.
  public func option(_ identifier: String) -> CollaborationOption? {
    groups.lazy.flatMap(\.options).first { $0.identifier == identifier }
  }

  /// One line about the present choice. The app's own line tells the truth only about its own
  /// default, so once the person chose otherwise the selected titles take its place.
  public var summary: String {
    let selected = selectedIdentifiers
    guard selected != offered else { return defaultSummary }
    let titles = selected.compactMap { option($0)?.title }
    return titles.isEmpty ? defaultSummary : titles.joined(separator: ", ")
  }

  /// Turns an option on or off, and off everything that required it.
  /// - Returns: nil where that was done or was so already, else why nothing has changed.
  public mutating func set(_ identifier: String, selected: Bool) -> CollaborationOptionsRefusal? {
    guard let place = place(of: identifier) else { return .unknownOption }
    let option = groups[place.group].options[place.option]
    guard option.isSelected != selected else { return nil }
    if selected, case .disabled(let missing) = state(of: identifier) {
      return .disabled(requires: missing)
    }
    switch groups[place.group].kind {
    case .switches: groups[place.group].options[place.option].isSelected = selected
    case .picker:
      guard selected else { return .pickerNeedsOne }
      groups[place.group].choose(identifier)
    }
    Self.settle(&groups)
    return nil
  }

  private func place(of identifier: String) -> (group: Int, option: Int)? {
    for (group, value) in groups.enumerated() {
      if let option = value.options.firstIndex(where: { $0.identifier == identifier }) {
        return (group, option)
      }
    }
    return nil
  }

  private static func selected(_ groups: [CollaborationOptionsGroup]) -> [String] {
    groups.flatMap(\.options).filter(\.isSelected).map(\.identifier)
  }
}

/// Why a choice was not taken; nothing has changed.
public enum CollaborationOptionsRefusal: Hashable, Sendable {
  /// No group has an option of this identifier.
  case unknownOption
  /// These titles have to be selected first.
  case disabled(requires: [String])
  /// A picker's value is changed by choosing another, not by choosing none.
  case pickerNeedsOne
}
