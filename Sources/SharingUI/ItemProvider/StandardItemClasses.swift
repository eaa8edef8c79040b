public import Foundation

extension NSString: NSItemProviderWriting {
  /// Text as UTF-8: `public.utf8-plain-text`.
  public static var writableTypeIdentifiersForItemProvider: [String] {
    [UTType.utf8PlainText.identifier]
  }

  /// The text as UTF-8, at once.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data(description.utf8), nil)
    return nil
  }
}

extension NSURL: NSItemProviderWriting {
  /// An address: `public.url`.
  public static var writableTypeIdentifiersForItemProvider: [String] { [UTType.url.identifier] }

  /// `public.file-url` for a file, else `public.url`.
  public var writableTypeIdentifiersForItemProvider: [String] {
    [isFileURL ? UTType.fileURL.identifier : UTType.url.identifier]
  }

  /// The absolute address as UTF-8, at once.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data(absoluteString.utf8), nil)
    return nil
  }
}

extension NSString: NSItemProviderReading {
  /// Any text, also HTML and source code; it is read as it is written.
  public static var readableTypeIdentifiersForItemProvider: [String] { [UTType.text.identifier] }

  /// - Throws: `unavailableCoercionError` for bytes that are no UTF-8.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
  {
    guard let text = String(data: data, encoding: .utf8),
      let object = NSString(string: text) as? Self
    else { throw NSItemProvider.ErrorCode.unavailableCoercionError }
    return object
  }
}

extension NSURL: NSItemProviderReading {
  /// Any address, also that of a file.
  public static var readableTypeIdentifiersForItemProvider: [String] { [UTType.url.identifier] }

  /// - Throws: `unavailableCoercionError` for bytes that are no address in UTF-8.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self
  {
    guard let text = String(data: data, encoding: .utf8), let object = NSURL(string: text) as? Self
    else { throw NSItemProvider.ErrorCode.unavailableCoercionError }
    return object
  }
}
