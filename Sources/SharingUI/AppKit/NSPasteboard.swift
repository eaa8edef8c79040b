public import Foundation
import Synchronization

/// What is being dragged or was copied, in a desktop program.
// All of the state is in the mutex.
open class NSPasteboard: NSObject, @unchecked Sendable {
  /// A type of content on a pasteboard.
  public struct PasteboardType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public static let string = PasteboardType(UTType.utf8PlainText.identifier)
    public static let URL = PasteboardType(UTType.url.identifier)
    public static let fileURL = PasteboardType(UTType.fileURL.identifier)
    public static let png = PasteboardType(UTType.png.identifier)
  }

  public static let general = NSPasteboard()
  private let items = Mutex<[NSPasteboardItem]>([])

  /// - Returns: a number that is another for each content; here always 0.
  @discardableResult
  open func clearContents() -> Int {
    items.withLock { $0 = [] }
    return 0
  }

  @discardableResult
  open func writeObjects(_ objects: [NSPasteboardItem]) -> Bool {
    items.withLock { $0 += objects }
    return true
  }

  open var pasteboardItems: [NSPasteboardItem]? { items.withLock(\.self) }
}

/// One piece of content in one or more types.
// All of the state is in the mutex.
open class NSPasteboardItem: NSObject, @unchecked Sendable {
  private let content = Mutex<[(type: NSPasteboard.PasteboardType, data: Data)]>([])

  public override init() {}

  /// In the order in which they were set.
  open var types: [NSPasteboard.PasteboardType] { content.withLock { $0.map(\.type) } }

  @discardableResult
  open func setData(_ data: Data, forType type: NSPasteboard.PasteboardType) -> Bool {
    content.withLock { content in
      content.removeAll { $0.type == type }
      content.append((type, data))
    }
    return true
  }

  open func data(forType type: NSPasteboard.PasteboardType) -> Data? {
    content.withLock { $0.first { $0.type == type }?.data }
  }

  @discardableResult
  open func setString(_ string: String, forType type: NSPasteboard.PasteboardType) -> Bool {
    setData(Data(string.utf8), forType: type)
  }

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
