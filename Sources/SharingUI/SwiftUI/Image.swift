import Foundation

/// A picture to show.
public struct Image: View, ViewContainer, Sendable {
  let image: UIImage?

  /// The bytes of the picture are what a share sheet shows above the content.
  public nonisolated init(uiImage: UIImage) { image = uiImage }
  /// By a name that the user interface knows; it has no bytes here.
  public nonisolated init(systemName: String) { image = nil }

  /// None: an image has no parts, and nothing asks for this.
  public var body: Never { return Never.unreachable }
  var parts: [any View] { [] }
}

extension Image: @preconcurrency Transferable {
  /// The image's bytes. Loading fails with `itemUnavailableError` for one that has only a name.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation<Image>(exportedContentType: .image) { image in
      guard let image = image.image else { throw NSItemProvider.ErrorCode.itemUnavailableError }
      return image.data
    }
  }
}
