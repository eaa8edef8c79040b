public import Foundation
import Synchronization

/// What is being dragged or was copied, in a desktop program. It lives in the process: no window
/// system's clipboard is behind it.
// All of the state is in the mutex.
open class NSPasteboard: NSObject, @unchecked Sendable {
  /// A type of content on a pasteboard; the raw value is a uniform type identifier or the program's
  /// own text.
  public struct PasteboardType: RawRepresentable, Hashable, Sendable {
    /// Compared as it is; `public.png` and `Public.PNG` are two types here.
    public let rawValue: String
    /// A type by its identifier, whether or not it is declared.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The same without a label, as the platform has it.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Text as UTF-8: `public.utf8-plain-text`.
    public static let string = PasteboardType(UTType.utf8PlainText.identifier)
    /// An address as UTF-8 text: `public.url`.
    public static let URL = PasteboardType(UTType.url.identifier)
    /// A `file:` URL as UTF-8 text; dropping such an item offers the file itself.
    public static let fileURL = PasteboardType(UTType.fileURL.identifier)
    /// The bytes of a PNG file.
    public static let png = PasteboardType(UTType.png.identifier)
  }

  /// The one pasteboard of the process.
  public static let general = NSPasteboard()
  private let items = Mutex<[NSPasteboardItem]>([])

  /// Takes everything away.
  /// - Returns: always 0; the platform counts the changes.
  @discardableResult
  open func clearContents() -> Int {
    items.withLock { $0 = [] }
    return 0
  }

  /// Adds items to what is there already.
  /// - Returns: always true.
  @discardableResult
  open func writeObjects(_ objects: [NSPasteboardItem]) -> Bool {
    items.withLock { $0 += objects }
    return true
  }

  /// In the order in which they were written; empty, and never nil, where there are none.
  open var pasteboardItems: [NSPasteboardItem]? { items.withLock(\.self) }
}

/// One piece of content in one or more types.
// All of the state is in the mutex.
open class NSPasteboardItem: NSObject, @unchecked Sendable {
  private let content = Mutex<[(type: NSPasteboard.PasteboardType, data: Data)]>([])

  /// An item without content.
  public override init() {}

  /// In the order in which they were set.
  open var types: [NSPasteboard.PasteboardType] { content.withLock { $0.map(\.type) } }

  /// Sets the bytes of a type, in the place of earlier ones; the type moves to the end of `types`.
  /// - Returns: always true.
  @discardableResult
  open func setData(_ data: Data, forType type: NSPasteboard.PasteboardType) -> Bool {
    content.withLock { content in
      content.removeAll { $0.type == type }
      content.append((type, data))
    }
    return true
  }

  /// The bytes of exactly this type; nil where it has none. Nothing is converted.
  open func data(forType type: NSPasteboard.PasteboardType) -> Data? {
    content.withLock { $0.first { $0.type == type }?.data }
  }

  /// The text as UTF-8.
  @discardableResult
  open func setString(_ string: String, forType type: NSPasteboard.PasteboardType) -> Bool {
    setData(Data(string.utf8), forType: type)
  }

  /// Nil where the item has no such type, or its bytes are no UTF-8.
  open func string(forType type: NSPasteboard.PasteboardType) -> String? {
    data(forType: type).flatMap { String(data: $0, encoding: .utf8) }
  }

  func remove(_ type: NSPasteboard.PasteboardType) {
    content.withLock { $0.removeAll { $0.type == type } }
  }

  /// The same content for the share sheet model.
  var itemProvider: NSItemProvider {
    let provider = NSItemProvider()
    for entry in content.withLock(\.self) {
      let name = entry.type.rawValue
      if entry.type == .fileURL, let text = String(data: entry.data, encoding: .utf8),
        let url = Foundation.URL(string: text), let file = NSItemProvider(contentsOf: url)
      {
        for representation in file.representations { provider.register(representation) }
        provider.suggestedName = file.suggestedName
      } else {
        let data = entry.data
        provider.registerDataRepresentation(forTypeIdentifier: name, visibility: .all) {
          $0(data, nil)
          return nil
        }
      }
    }
    return provider
  }
}
