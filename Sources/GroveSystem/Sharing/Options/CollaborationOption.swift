/// One setting the person may choose before sharing: a switch, or one value of a picker.
///
/// The app reads its answer back by `identifier`.
public struct CollaborationOption: Hashable, Sendable, Codable {
  /// The app's own name for it; unique within one set of options.
  public let identifier: String
  /// What the person reads beside the switch or the value.
  public var title: String
  /// A second line; may be empty.
  public var subtitle: String
  /// In a valid set of options this also means that everything it requires is selected.
  public internal(set) var isSelected: Bool
  /// Identifiers of options that must all be selected before this one can be.
  public let requiredOptionsIdentifiers: [String]

  /// An option as the app offers it. Whether `isSelected` can hold is settled when the whole set is
  /// put together: see `CollaborationShareOptions`.
  public init(
    identifier: String, title: String, subtitle: String = "", isSelected: Bool = false,
    requiredOptionsIdentifiers: [String] = []
  ) {
    self.identifier = identifier
    self.title = title
    self.subtitle = subtitle
    self.isSelected = isSelected
    self.requiredOptionsIdentifiers = requiredOptionsIdentifiers
  }
}
