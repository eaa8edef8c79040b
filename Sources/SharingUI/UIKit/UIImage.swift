public import Foundation

/// A picture as the bytes of a file. Nothing here decodes it: whoever draws does.
public final class UIImage: NSObject, Sendable {
  /// As the image was given: PNG, JPEG, WebP or another format.
  public let data: Data

  /// - Returns: nil for no bytes; what they are is not looked at.
  public init?(data: Data) {
    guard !data.isEmpty else { return nil }
    self.data = data
  }

  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(data: data)
  }

  /// No picture.
  public override init() { data = Data() }

  /// The bytes where they are a PNG file already.
  public func pngData() -> Data? { contentType == .png ? data : nil }

  /// By the first bytes.
  public var contentType: UTType {
    if data.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
    if data.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if data.starts(with: [0x47, 0x49, 0x46, 0x38]) { return .gif }
    if data.starts(with: [0x52, 0x49, 0x46, 0x46]),
      data.dropFirst(8).starts(with: Array("WEBP".utf8))
    {
      return .webP
    }
    return .image
  }

  public override func isEqual(_ object: Any?) -> Bool { (object as? UIImage)?.data == data }
  public override var hash: Int { data.hashValue }
}

/// The desktop's name for it.
public typealias NSImage = UIImage

extension UIImage: NSItemProviderWriting {
  public static var writableTypeIdentifiersForItemProvider: [String] { [UTType.image.identifier] }
  public var writableTypeIdentifiersForItemProvider: [String] { [contentType.identifier] }

  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(data, nil)
    return nil
  }
}
