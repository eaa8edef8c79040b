public import Foundation

/// Writes and reads names of people, which Foundation's class of the same name on Linux cannot.
///
/// Reading is a guess, made with the forms of address, generations, degrees and particles that are
/// common in European languages and with the order of Chinese, Japanese and Korean names. Writing keeps
/// the order of the name's script, and of the locale where that begins with the family name.
open class PersonNameComponentsFormatter: Formatter, @unchecked Sendable {
  public enum Style: Int, Hashable, Sendable {
    /// The same as `medium`.
    case `default` = 0
    /// One name.
    case short = 1
    /// Given and family name.
    case medium = 2
    /// With form of address, middle name and what follows the name.
    case long = 3
    /// Initials.
    case abbreviated = 4
  }

  public struct Options: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// How the name is spoken.
    public static let phonetic = Options(rawValue: 1 << 1)
  }

  open var style = Style.default
  /// Writes the phonetic form where there is one.
  open var isPhonetic = false
  open var locale: Locale! = .current

  public override init() { super.init() }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open class func localizedString(
    from components: PersonNameComponents, style nameFormatStyle: Style, options: Options = []
  ) -> String {
    let formatter = PersonNameComponentsFormatter()
    formatter.style = nameFormatStyle
    formatter.isPhonetic = options.contains(.phonetic)
    return formatter.string(from: components)
  }

  open func string(from components: PersonNameComponents) -> String {
    NameWriter.text(chosen(components), style.writing, familyFirst: isFamilyFirst)
  }

  /// - Returns: nil for a text without a letter.
  open func personNameComponents(from string: String) -> PersonNameComponents? {
    NameParser.parse(string, familyFirst: isFamilyFirst)
  }

  /// The text with the field each part comes from, under the key `personNameComponent`.
  open func annotatedString(from components: PersonNameComponents) -> NSAttributedString {
    let text = NSMutableAttributedString(string: "")
    let (parts, separator) = NameWriter.parts(
      chosen(components), style.writing, familyFirst: isFamilyFirst)
    for (index, part) in parts.enumerated() {
      if index > 0 { text.append(NSAttributedString(string: separator)) }
      text.append(
        NSAttributedString(
          string: part.text, attributes: [.personNameComponentKey: part.key.rawValue]))
    }
    return text
  }

  open override func string(for obj: Any?) -> String? {
    switch obj {
    case let value as PersonNameComponents: string(from: value)
    case let value as NSPersonNameComponents: string(from: value as PersonNameComponents)
    default: nil
    }
  }

  private func chosen(_ components: PersonNameComponents) -> PersonNameComponents {
    isPhonetic ? components.phoneticRepresentation ?? components : components
  }

  private var isFamilyFirst: Bool { NameOrder.isFamilyFirst(locale ?? .current) }
}

extension NSAttributedString.Key {
  public static let personNameComponentKey = NSAttributedString.Key("NSPersonNameComponentKey")
}

extension PersonNameComponentsFormatter.Style {
  var writing: NameWriter.Style {
    switch self {
    case .default, .medium: .medium
    case .short: .short
    case .long: .long
    case .abbreviated: .abbreviated
    }
  }
}

/// Languages written with spaces whose names begin with the family name.
enum NameOrder {
  static func isFamilyFirst(_ locale: Locale) -> Bool {
    ["hu", "vi"].contains(locale.language.languageCode?.identifier ?? "")
  }
}
