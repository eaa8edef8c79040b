/// The image formats a conversation photo may have, told by their first bytes.
///
/// What is not recognised is refused, so that the relay cannot be made to serve a script or a page
/// under the name of an image.
public enum PhotoFormat: String, CaseIterable, Sendable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case webp = "image/webp"

  /// Nil for anything but PNG, JPEG and WebP; only the first bytes are looked at.
  public init?(of bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: Array("RIFF".utf8)),
      bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    {
      self = .webp
    } else {
      return nil
    }
  }

  /// The `Content-Type` to serve it under.
  public var mediaType: String { rawValue }
}
