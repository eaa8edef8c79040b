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

  /// - Returns: nil for a file that cannot be read, or is empty.
  public convenience init?(contentsOfFile path: String) {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    self.init(data: data)
  }

  /// No picture: an image without bytes.
  public override init() { data = Data() }

  /// The bytes where they are a PNG file already, else nil: nothing is converted.
  public func pngData() -> Data? { contentType == .png ? data : nil }

  /// What the first bytes say: PNG, JPEG, GIF or WebP, else `image`.
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

  /// Equal where the bytes are; the same picture in two formats is not.
  public override func isEqual(_ object: Any?) -> Bool { (object as? UIImage)?.data == data }
  public override var hash: Int { data.hashValue }
}

/// The desktop's name for it.
public typealias NSImage = UIImage

extension UIImage: NSItemProviderWriting {
  /// An image of some kind: `public.image`.
  public static var writableTypeIdentifiersForItemProvider: [String] { [UTType.image.identifier] }
  /// The kind this image is.
  public var writableTypeIdentifiersForItemProvider: [String] { [contentType.identifier] }

  /// The bytes as they are, at once, whatever type is asked for.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler:
      @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(data, nil)
    return nil
  }
}
