public import Foundation
import Synchronization

/// How a registered file may be read.
public struct NSItemProviderFileOptions: OptionSet, Hashable, Sendable {
  /// The platform's bits.
  public let rawValue: Int
  /// From the platform's bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The reader may open the file where it is, instead of a copy.
  public static let openInPlace = NSItemProviderFileOptions(rawValue: 1)
}

/// Content in one or more representations, loaded when somebody asks for it: what an app hands to the
/// share sheet, to drag and drop and to a collaboration button.
///
/// Foundation on Linux has no such class. This one stays in the process that made it: what leaves the
/// process is what the messenger sends.
// All of the state is in the mutex.
open class NSItemProvider: NSObject, NSCopying, @unchecked Sendable {
  private struct State: Sendable {
    var representations: [ItemRepresentation] = []
    var suggestedName: String?
    var preview: (@Sendable (@escaping ItemRepresentation.DataCompletion) -> Void)?
  }

  private let state = Mutex(State())

  /// A provider without content; representations are registered afterwards.
  public override init() { super.init() }

  /// A provider of one object.
  public convenience init(object: any NSItemProviderWriting) {
    self.init()
    registerObject(object, visibility: .all)
  }

  /// A provider of a URL, a text or bytes. Any other item is left out: the provider is then empty.
  ///
  /// - Parameter typeIdentifier: the type to register the item under; where nil, what it is by
  ///   itself.
  public convenience init(item: (any NSSecureCoding)?, typeIdentifier: String?) {
    self.init()
    guard let item, let known = StandardItem(item) else { return }
    register(
      ItemRepresentation(
        typeIdentifier: typeIdentifier ?? known.typeIdentifier, visibility: .all,
        loading: .data {
          $0(known.data, nil)
          return nil
        }))
  }

  /// A provider of a file.
  ///
  /// - Returns: nil where there is no such file.
  public convenience init?(contentsOf fileURL: URL) {
    guard fileURL.isFileURL, FileManager.default.fileExists(atPath: fileURL.path) else {
      return nil
    }
    self.init()
    let type = UTType(filenameExtension: fileURL.pathExtension) ?? .data
    suggestedName = fileURL.lastPathComponent
    registerFileRepresentation(
      forTypeIdentifier: type.identifier, fileOptions: .openInPlace, visibility: .all
    ) {
      $0(fileURL, true, nil)
      return nil
    }
    registerObject(NSURL(fileURLWithPath: fileURL.path), visibility: .all)
  }

  /// In the order in which they were registered.
  public var registeredTypeIdentifiers: [String] { registeredTypeIdentifiers(fileOptions: []) }

  /// Those that can be had in this way; with no options, all.
  public func registeredTypeIdentifiers(fileOptions: NSItemProviderFileOptions) -> [String] {
    representations.filter { $0.offers(fileOptions) }.map(\.typeIdentifier)
  }

  /// The same as types, also those that nobody declared.
  public var registeredContentTypes: [UTType] { registeredTypeIdentifiers.map(UTType.init(table:)) }

  /// Whether there is a representation of this type or of one that conforms to it.
  public func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    representation(conformingTo: typeIdentifier) != nil
  }

  /// The same, among the representations that can be had in this way; with no options, all.
  public func hasRepresentationConforming(
    toTypeIdentifier typeIdentifier: String, fileOptions: NSItemProviderFileOptions = []
  ) -> Bool {
    representations.contains { $0.conforms(to: typeIdentifier) && $0.offers(fileOptions) }
  }

  /// What a file of this content would be called; nil where the app says nothing.
  public var suggestedName: String? {
    get { state.withLock(\.suggestedName) }
    set { state.withLock { $0.suggestedName = newValue } }
  }

  /// Gives the bytes of a picture of the content, in a format that the reader recognises.
  public var previewImageHandler:
    (@Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Void)?
  {
    get { state.withLock(\.preview) }
    set { state.withLock { $0.preview = newValue } }
  }

  /// Another provider with the same representations; what they give is not loaded for it.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSItemProvider()
    let present = state.withLock { $0 }
    copy.state.withLock { $0 = present }
    return copy
  }

  var representations: [ItemRepresentation] { state.withLock(\.representations) }

  func register(_ representation: ItemRepresentation) {
    state.withLock { state in
      // The same type again takes the place of the one before.
      let name = representation.typeIdentifier
      if let place = state.representations.firstIndex(where: { $0.typeIdentifier == name }) {
        state.representations[place] = representation
      } else {
        state.representations.append(representation)
      }
    }
  }

  /// Exactly this type where there is one, else the first more special one.
  func representation(conformingTo wanted: String) -> ItemRepresentation? {
    let all = representations
    return all.first { $0.typeIdentifier == wanted } ?? all.first { $0.conforms(to: wanted) }
  }
}

extension ItemRepresentation {
  func offers(_ options: NSItemProviderFileOptions) -> Bool {
    guard !options.isEmpty else { return true }
    guard case .file(let own, _) = loading else { return false }
    return own.isSuperset(of: options)
  }
}
