import Foundation

/// A picture to show.
public struct Image: View, ViewContainer, Sendable {
  let image: UIImage?

  public nonisolated init(uiImage: UIImage) { image = uiImage }
  /// By a name that the user interface knows; it has no bytes here.
  public nonisolated init(systemName: String) { image = nil }

  public var body: Never { return Never.unreachable }
  var parts: [any View] { [] }
}

extension Image: @preconcurrency Transferable {
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation<Image>(exportedContentType: .image) { image in
      guard let image = image.image else { throw NSItemProvider.ErrorCode.itemUnavailableError }
      return image.data
    }
  }
}
