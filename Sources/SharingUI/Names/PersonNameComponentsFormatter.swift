public import Foundation

/// Writes and reads names of people, which Foundation's class of the same name on Linux cannot.
///
/// Reading is a guess, made with the forms of address, generations, degrees and particles that are
/// common in European languages and with the order of Chinese, Japanese and Korean names. Writing keeps
/// the order of the name's script, and of the locale where that begins with the family name.
open class PersonNameComponentsFormatter: Formatter, @unchecked Sendable {
  /// How much of a name is written. The raw values are the platform's.
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

  /// What `localizedString(from:style:options:)` is told besides the style.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The platform's bits.
    public let rawValue: UInt
    /// From the platform's bits; those without a name here change nothing.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Writes the phonetic form, where the name has one.
    public static let phonetic = Options(rawValue: 1 << 1)
  }

  /// How much of the name is written.
  open var style = Style.default
  /// Writes the phonetic form of a name, where it has one.
  open var isPhonetic = false
  /// Puts the family name first where its language does (Hungarian, Vietnamese); nil for that of
  /// the process.
  open var locale: Locale! = .current

  /// Given and family name, by the locale of the process.
  public override init() { super.init() }
  /// A formatter with the usual settings: an archive's are not read.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Writes a name once, by the locale of the process.
  open class func localizedString(
    from components: PersonNameComponents, style nameFormatStyle: Style, options: Options = []
  ) -> String {
    let formatter = PersonNameComponentsFormatter()
    formatter.style = nameFormatStyle
    formatter.isPhonetic = options.contains(.phonetic)
    return formatter.string(from: components)
  }

  /// The name on one line; empty for a name without any field.
  open func string(from components: PersonNameComponents) -> String {
    NameWriter.text(chosen(components), style.writing, familyFirst: isFamilyFirst)
  }

  /// Reads a name: a guess.
  /// - Returns: nil for a text with neither a letter nor a nickname in quotes or brackets.
  open func personNameComponents(from string: String) -> PersonNameComponents? {
    NameParser.parse(string, familyFirst: isFamilyFirst)
  }

  /// The written name, each part with the name of its field, such as `givenName`, under
  /// `personNameComponentKey`.
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

  /// For code that knows only `Formatter`.
  /// - Returns: nil for what is no name.
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
  /// Under which `annotatedString(from:)` puts a field's name, as a text.
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
