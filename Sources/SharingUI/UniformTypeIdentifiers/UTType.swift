/// A kind of data, named by a uniform type identifier: what a highlight's content is, and what an
/// item provider's representations are told apart by.
///
/// Apple's type of the same name asks a system-wide registry. Here the declared types are a table in
/// the framework, and a program adds its own with `init(exportedAs:conformingTo:)`.
public struct UTType: Hashable, Sendable, Codable {
  /// For example `public.png`. Compared without regard to case, as identifiers are.
  public let identifier: String

  /// - Returns: nil for a type that neither the framework nor this program declared.
  public init?(_ identifier: String) {
    guard let known = UTTypeRegistry.known(identifier) else { return nil }
    self.identifier = known.identifier
  }

  /// A type that this program invented.
  public init(exportedAs identifier: String, conformingTo parent: UTType? = nil) {
    self.init(declaring: identifier, parent)
  }

  /// A type that another program invented.
  public init(importedAs identifier: String, conformingTo parent: UTType? = nil) {
    self.init(declaring: identifier, parent)
  }

  /// By a file name's ending, without the dot.
  public init?(filenameExtension ending: String, conformingTo supertype: UTType = .data) {
    guard
      let known = UTTypeRegistry.first(where: { $0.endings.contains(ending.lowercased()) }),
      known.type.conforms(to: supertype)
    else { return nil }
    self = known.type
  }

  /// By a media type, for example `text/plain`; parameters after a semicolon are ignored.
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

  public static func == (left: UTType, right: UTType) -> Bool {
    left.identifier.lowercased() == right.identifier.lowercased()
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(identifier.lowercased()) }

  public init(from decoder: any Decoder) throws {
    identifier = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

extension UTType: CustomStringConvertible {
  public var description: String { identifier }
}

extension UTType {
  private var declaration: UTTypeRegistry.Declaration? { UTTypeRegistry.known(identifier) }

  public var preferredFilenameExtension: String? { declaration?.endings.first }
  public var preferredMIMEType: String? { declaration?.mediaTypes.first }
  public var localizedDescription: String? { declaration?.title }
  /// False for types that only a program declared; the framework knows the ones in its table.
  public var isPublic: Bool { identifier.lowercased().hasPrefix("public.") }
  /// Types are never made up from an ending or a media type here.
  public var isDynamic: Bool { false }
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

  public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }
  public func isSupertype(of type: UTType) -> Bool { type.supertypes.contains(self) }
}
