public import Foundation

extension PersonNameComponents {
  /// Writes names: `name.formatted(.name(style: .long))`.
  public struct FormatStyle: Foundation.FormatStyle, Sendable {
    public typealias FormatInput = PersonNameComponents
    public typealias FormatOutput = String

    public enum Style: String, Hashable, Sendable, Codable, CaseIterable {
      case short, medium, long, abbreviated
    }

    public var style: Style
    public var locale: Locale

    public init(style: Style = .medium, locale: Locale = .autoupdatingCurrent) {
      self.style = style
      self.locale = locale
    }

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

    public func locale(_ locale: Locale) -> FormatStyle {
      FormatStyle(style: style, locale: locale)
    }

    public var parseStrategy: ParseStrategy { ParseStrategy(locale: locale) }
  }

  /// Reads names: `try PersonNameComponents("Dr. Jane Doe")`.
  public struct ParseStrategy: Foundation.ParseStrategy, Sendable {
    public typealias ParseInput = String
    public typealias ParseOutput = PersonNameComponents

    public var locale: Locale

    public init(locale: Locale = .autoupdatingCurrent) { self.locale = locale }

    /// - Throws: a Cocoa formatting error where there is no letter in the text.
    public func parse(_ value: String) throws -> PersonNameComponents {
      guard
        let name = NameParser.parse(value, familyFirst: NameOrder.isFamilyFirst(locale))
      else { throw CocoaError(.formatting) }
      return name
    }
  }

  public init(_ value: String) throws { self = try ParseStrategy().parse(value) }

  public init(_ value: String, strategy: ParseStrategy) throws {
    self = try strategy.parse(value)
  }

  public func formatted() -> String { FormatStyle().format(self) }

  public func formatted<Style: Foundation.FormatStyle>(_ style: Style) -> Style.FormatOutput
  where Style.FormatInput == PersonNameComponents { style.format(self) }
}

extension Foundation.FormatStyle where Self == PersonNameComponents.FormatStyle {
  public static func name(style: PersonNameComponents.FormatStyle.Style) -> Self {
    PersonNameComponents.FormatStyle(style: style)
  }
}

extension Foundation.ParseStrategy where Self == PersonNameComponents.ParseStrategy {
  public static var name: Self { PersonNameComponents.ParseStrategy() }
}
