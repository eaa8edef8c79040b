extension CollaborationShareOptions {
  /// Whether an option can be chosen now.
  public enum OptionState: Hashable, Sendable {
    /// Everything it requires is selected.
    case enabled
    /// The titles of the options that have to be selected first: what the person is told.
    case disabled(requires: [String])
  }

  /// Whether the person can choose this option now, and what is missing if not.
  /// - Returns: nil for an option that does not exist.
  public func state(of identifier: String) -> OptionState? {
    guard let option = option(identifier) else { return nil }
    let missing = option.requiredOptionsIdentifiers.filter { !isSelected($0) }
    guard !missing.isEmpty else { return .enabled }
    return .disabled(requires: missing.map { self.option($0)?.title ?? $0 })
  }

  /// Brings what is selected in line with the rules of the type.
  ///
  /// Each pass can only switch off, or move a picker on; requirements have no circles, so as many
  /// passes as there are options are enough.
  static func settle(_ groups: inout [CollaborationOptionsGroup]) {
    for index in groups.indices where groups[index].kind == .picker {
      let chosen = groups[index].options.first(where: \.isSelected) ?? groups[index].options.first
      if let chosen { groups[index].choose(chosen.identifier) }
    }
    for _ in groups.flatMap(\.options) {
      let before = groups
      settleOnce(&groups)
      if groups == before { return }
    }
  }

  private static func settleOnce(_ groups: inout [CollaborationOptionsGroup]) {
    let selected = Set(groups.flatMap(\.options).filter(\.isSelected).map(\.identifier))
    func isEnabled(_ option: CollaborationOption) -> Bool {
      option.requiredOptionsIdentifiers.allSatisfy(selected.contains)
    }
    for index in groups.indices {
      switch groups[index].kind {
      case .switches:
        for place in groups[index].options.indices
        where !isEnabled(groups[index].options[place]) {
          groups[index].options[place].isSelected = false
        }
      case .picker:
        let chosen = groups[index].options.first(where: \.isSelected)
        if let chosen, !isEnabled(chosen), let other = groups[index].options.first(where: isEnabled)
        {
          groups[index].choose(other.identifier)
        }
      }
    }
  }
}

extension CollaborationShareOptions: Codable {
  private enum CodingKeys: String, CodingKey { case groups, summary, offered }

  /// Reads a stored or sent set, and checks it as one that an app offers.
  /// - Throws: a `CollaborationOptionsProblem` where it could not be shown truthfully.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      groups: members.decode([CollaborationOptionsGroup].self, forKey: .groups),
      summary: members.decode(String.self, forKey: .summary),
      offered: members.decode([String].self, forKey: .offered))
  }

  /// Keeps beside the present choice what the app offered, so that `summary` stays the same.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(groups, forKey: .groups)
    try members.encode(defaultSummary, forKey: .summary)
    try members.encode(offered, forKey: .offered)
  }
}
