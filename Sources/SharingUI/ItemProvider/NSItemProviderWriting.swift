public import Foundation

/// Who may read a representation. On Linux every reader of a provider is in the same process, so the
/// value is kept and says what the app meant; `ownProcess` keeps a representation out of what is shared.
public enum NSItemProviderRepresentationVisibility: Int, Hashable, Sendable {
  /// Every process.
  case all = 0
  /// Programs of the same team.
  case team = 1
  /// Programs of the same group.
  case group = 2
  /// This process only.
  case ownProcess = 3
}

/// An object that can be handed over as data in one or more types.
public protocol NSItemProviderWriting: NSObjectProtocol {
  /// The types it can write, the one that keeps most first.
  static var writableTypeIdentifiersForItemProvider: [String] { get }
  /// The same for one object, where objects of the class differ.
  var writableTypeIdentifiersForItemProvider: [String] { get }
  /// Who may read a representation, where that does not depend on the object.
  static func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> NSItemProviderRepresentationVisibility
  /// The same for one object. Anything but `all` goes before the visibility the provider was told.
  func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> NSItemProviderRepresentationVisibility

  /// Writes the object; the handler is called once, with the data or with an error.
  func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress?
}

extension NSItemProviderWriting {
  /// The class's types, where an object does not say otherwise.
  public var writableTypeIdentifiersForItemProvider: [String] {
    Self.writableTypeIdentifiersForItemProvider
  }

  /// Everybody, for classes that leave it out.
  public static func itemProviderVisibilityForRepresentation(
    withTypeIdentifier typeIdentifier: String
  ) -> NSItemProviderRepresentationVisibility { .all }

  /// What the class says, for objects that leave it out.
  public func itemProviderVisibilityForRepresentation(withTypeIdentifier typeIdentifier: String)
    -> NSItemProviderRepresentationVisibility
  {
    Self.itemProviderVisibilityForRepresentation(withTypeIdentifier: typeIdentifier)
  }
}

/// An object that can be made from such data.
public protocol NSItemProviderReading: NSObjectProtocol {
  /// The types it can be made from, the one that keeps most first. Types that conform to one are
  /// read as well.
  static var readableTypeIdentifiersForItemProvider: [String] { get }
  /// - Throws: where the data is not of that type. It may come from another program, so it must
  ///   never be decoded as a keyed archive.
  static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
}
