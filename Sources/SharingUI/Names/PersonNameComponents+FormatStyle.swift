public import Foundation

extension PersonNameComponents {
  /// Writes names: `name.formatted(.name(style: .long))`.
  public struct FormatStyle: Foundation.FormatStyle, Sendable {
    public typealias FormatInput = PersonNameComponents
    public typealias FormatOutput = String

    /// How much of a name is written: one name, given and family name, everything but the nickname,
    /// initials. The same as `PersonNameComponentsFormatter.Style`.
    public enum Style: String, Hashable, Sendable, Codable, CaseIterable {
      case short, medium, long, abbreviated
    }

    /// How much of the name is written.
    public var style: Style
    /// Puts the family name first where its language does (Hungarian, Vietnamese); names in
    /// Chinese, Japanese or Korean script keep their own order.
    public var locale: Locale

    /// Where nothing is said: given and family name, by the locale of the process.
    public init(style: Style = .medium, locale: Locale = .autoupdatingCurrent) {
      self.style = style
      self.locale = locale
    }

    /// The name on one line; empty for a name without any field.
    public func format(_ value: PersonNameComponents) -> String {
      let writing: NameWriter.Style =
        switch style {
        case .short: .short
        case .medium: .medium
        case .long: .long
        case .abbreviated: .abbreviated
        }
      return NameWriter.text(value, writing, familyFirst: NameOrder.isFamilyFirst(locale))
    }

    /// The same style for another locale.
    public func locale(_ locale: Locale) -> FormatStyle {
      FormatStyle(style: style, locale: locale)
    }

    /// Reads names in the order of the same locale. What was written is not always read back as it
    /// was: reading is a guess.
    public var parseStrategy: ParseStrategy { ParseStrategy(locale: locale) }
  }

  /// Reads names: `try PersonNameComponents("Dr. Jane Doe")`.
  public struct ParseStrategy: Foundation.ParseStrategy, Sendable {
    public typealias ParseInput = String
    public typealias ParseOutput = PersonNameComponents

    /// Says whether an unmarked name begins with the family name.
    public var locale: Locale

    /// Where nothing is said: by the locale of the process.
    public init(locale: Locale = .autoupdatingCurrent) { self.locale = locale }

    /// - Throws: a Cocoa formatting error for a text with neither a letter nor a nickname in quotes
    ///   or brackets.
    public func parse(_ value: String) throws -> PersonNameComponents {
      guard
        let name = NameParser.parse(value, familyFirst: NameOrder.isFamilyFirst(locale))
      else { throw CocoaError(.formatting) }
      return name
    }
  }

  /// Reads a name by the locale of the process.
  /// - Throws: a Cocoa formatting error where there is no name in the text.
  public init(_ value: String) throws { self = try ParseStrategy().parse(value) }

  /// Reads a name by the strategy's locale.
  /// - Throws: a Cocoa formatting error where there is no name in the text.
  public init(_ value: String, strategy: ParseStrategy) throws {
    self = try strategy.parse(value)
  }

  /// Given and family name, by the locale of the process.
  public func formatted() -> String { FormatStyle().format(self) }

  /// The name in any style, for example `.name(style: .long)`.
  public func formatted<Style: Foundation.FormatStyle>(_ style: Style) -> Style.FormatOutput
  where Style.FormatInput == PersonNameComponents { style.format(self) }
}

extension Foundation.FormatStyle where Self == PersonNameComponents.FormatStyle {
  /// So that `formatted(.name(style: .long))` can be written; by the locale of the process.
  public static func name(style: PersonNameComponents.FormatStyle.Style) -> Self {
    PersonNameComponents.FormatStyle(style: style)
  }
}

extension Foundation.ParseStrategy where Self == PersonNameComponents.ParseStrategy {
  /// So that `.name` can be written where a strategy is asked for.
  public static var name: Self { PersonNameComponents.ParseStrategy() }
}
