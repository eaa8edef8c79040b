/// Options shown together: independent switches, or the mutually exclusive values of one setting.
public struct CollaborationOptionsGroup: Hashable, Sendable, Codable {
  /// How many of the options can be selected at once.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Each option is on or off by itself.
    case switches
    /// Exactly one option is selected, always.
    case picker
  }

  /// The app's own name for the group, given back with the choice. Groups are not looked up by it.
  public let identifier: String
  /// Whether the options are independent of each other.
  public let kind: Kind
  /// Above the options; may be empty.
  public var title: String
  /// Explains them; may be empty.
  public var footer: String
  /// In the order they are shown. Only `CollaborationShareOptions` changes what is selected.
  public internal(set) var options: [CollaborationOption]

  /// A group as the app offers it; a picker without options is refused when the set is put
  /// together.
  public init(
    identifier: String, kind: Kind, title: String = "", footer: String = "",
    options: [CollaborationOption]
  ) {
    self.identifier = identifier
    self.kind = kind
    self.title = title
    self.footer = footer
    self.options = options
  }

  /// The chosen value of a picker; nil for switches.
  public var selectedOptionIdentifier: String? {
    kind == .picker ? options.first(where: \.isSelected)?.identifier : nil
  }

  /// Makes exactly one option of a picker the selected one.
  mutating func choose(_ identifier: String) {
    for index in options.indices {
      options[index].isSelected = options[index].identifier == identifier
    }
  }
}
