/// Options shown together: independent switches, or the mutually exclusive values of one setting.
public struct CollaborationOptionsGroup: Hashable, Sendable, Codable {
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Each option is on or off by itself.
    case switches
    /// Exactly one option is selected, always.
    case picker
  }

  public let identifier: String
  public let kind: Kind
  /// Above the options; may be empty.
  public var title: String
  /// Explains them; may be empty.
  public var footer: String
  public internal(set) var options: [CollaborationOption]

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
