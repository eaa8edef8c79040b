/// A kind of data, named by a uniform type identifier: what a highlight's content is, and what an
/// item provider's representations are told apart by.
///
/// Apple's type of the same name asks a system-wide registry. Here the declared types are a table in
/// the framework, and a program adds its own with `init(exportedAs:conformingTo:)`.
public struct UTType: Hashable, Sendable, Codable {
  /// For example `public.png`. Compared without regard to case, as identifiers are.
  public let identifier: String

  /// A type that the framework or this program has declared.
  /// - Returns: nil for any other identifier.
  public init?(_ identifier: String) {
    guard let known = UTTypeRegistry.known(identifier) else { return nil }
    self.identifier = known.identifier
  }

  /// A type that this program invented. Declaring an identifier again, or one of the framework's,
  /// changes nothing.
  /// - Parameter parent: what it conforms to; `data` where nil.
  public init(exportedAs identifier: String, conformingTo parent: UTType? = nil) {
    self.init(declaring: identifier, parent)
  }

  /// A type that another program invented; here the same as one of this program's own.
  /// - Parameter parent: what it conforms to; `data` where nil.
  public init(importedAs identifier: String, conformingTo parent: UTType? = nil) {
    self.init(declaring: identifier, parent)
  }

  /// The type of files with this ending, written without the dot, in any case.
  /// - Returns: nil for an ending that the framework does not know, or a type that does not conform
  ///   to `supertype`. Types that programs declare have no endings.
  public init?(filenameExtension ending: String, conformingTo supertype: UTType = .data) {
    guard
      let known = UTTypeRegistry.first(where: { $0.endings.contains(ending.lowercased()) }),
      known.type.conforms(to: supertype)
    else { return nil }
    self = known.type
  }

  /// The type of a media type, for example `text/plain`; parameters after a semicolon are ignored.
  /// - Returns: nil for a media type that the framework does not know, or a type that does not
  ///   conform to `supertype`.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    let name = mimeType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    guard
      let known = UTTypeRegistry.first(where: { $0.mediaTypes.contains(name) }),
      known.type.conforms(to: supertype)
    else { return nil }
    self = known.type
  }

  private init(declaring identifier: String, _ parent: UTType?) {
    self.identifier = identifier
    UTTypeRegistry.declare(identifier, conformingTo: parent?.identifier)
  }

  /// For one the table is known to have.
  init(table identifier: String) { self.identifier = identifier }

  /// Without regard to case.
  public static func == (left: UTType, right: UTType) -> Bool {
    left.identifier.lowercased() == right.identifier.lowercased()
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(identifier.lowercased()) }

  /// Reads the identifier as a plain text; it need not be declared here.
  public init(from decoder: any Decoder) throws {
    identifier = try decoder.singleValueContainer().decode(String.self)
  }

  /// The identifier as a plain text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

extension UTType: CustomStringConvertible {
  /// The identifier.
  public var description: String { identifier }
}

extension UTType {
  private var declaration: UTTypeRegistry.Declaration? { UTTypeRegistry.known(identifier) }

  /// The usual ending, without the dot; nil for types without one, and for those a program
  /// declared.
  public var preferredFilenameExtension: String? { declaration?.endings.first }
  /// The usual media type; nil for types without one, and for those a program declared.
  public var preferredMIMEType: String? { declaration?.mediaTypes.first }
  /// What people call it, in English; nil for types that a program declared.
  public var localizedDescription: String? { declaration?.title }
  /// Whether the identifier begins with `public.`: a type defined by convention, and by no company.
  public var isPublic: Bool { identifier.lowercased().hasPrefix("public.") }
  /// Always false: types are never made up from an ending or a media type here.
  public var isDynamic: Bool { false }
  /// Whether the framework or this program declared it; false for one that was only read.
  public var isDeclared: Bool { declaration != nil }

  /// Every type this one conforms to, without itself.
  public var supertypes: Set<UTType> {
    var found: Set<UTType> = []
    var open = [identifier]
    while let next = open.popLast() {
      for parent in UTTypeRegistry.known(next)?.parents ?? []
      where found.insert(UTType(table: parent)).inserted {
        open.append(parent)
      }
    }
    return found
  }

  /// True for itself and every supertype.
  public func conforms(to type: UTType) -> Bool {
    self == type || supertypes.contains(type)
  }

  /// As `conforms(to:)`, and false for the type itself.
  public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }
  /// Whether the other conforms to this one; false for the type itself.
  public func isSupertype(of type: UTType) -> Bool { type.supertypes.contains(self) }
}
