public import Foundation

/// Content with what to show above it in a share popover.
public protocol NSPreviewRepresentableActivityItem: NSObjectProtocol {
  /// An item provider, a URL, or anything else that can be shared.
  var item: Any { get }
  /// The sheet's title for metadata that has none; nil for none.
  var title: String? { get }
  /// A picture of the content for the sheet's header; nil for none.
  var imageProvider: NSItemProvider? { get }
  /// A picture of where the content comes from, for example of the program. The sheet here does not
  /// show it; the card in the conversation does where it cannot show the other.
  var iconProvider: NSItemProvider? { get }
}

extension NSPreviewRepresentableActivityItem {
  /// No title, for items that leave it out: the metadata's own, else the provider's name is shown.
  public var title: String? { nil }
  /// No picture, for items that leave it out.
  public var imageProvider: NSItemProvider? { nil }
  /// No picture, for items that leave it out.
  public var iconProvider: NSItemProvider? { nil }
}

/// Content with a preview, for programs that need no class of their own for it: given to
/// `NSSharingServicePicker` in the place of the content.
public final class NSPreviewRepresentingActivityItem: NSObject, NSPreviewRepresentableActivityItem {
  /// What is shared.
  public let item: Any
  /// As it was given; see `NSPreviewRepresentableActivityItem`.
  public let title: String?
  /// The picture that was given, as a provider of its bytes.
  public let imageProvider: NSItemProvider?
  /// As it was given; shown on the card only.
  public let iconProvider: NSItemProvider?

  /// - Parameters:
  ///   - item: an item provider, a URL, or anything else that can be shared.
  ///   - imageProvider: a picture of the content, loaded when the sheet is shown.
  public init(
    item: Any, title: String?, imageProvider: NSItemProvider?, iconProvider: NSItemProvider?
  ) {
    self.item = item
    self.title = title
    self.imageProvider = imageProvider
    self.iconProvider = iconProvider
  }

  /// The same with pictures that are there already.
  public convenience init(item: Any, title: String?, image: NSImage?, icon: NSImage?) {
    self.init(
      item: item, title: title, imageProvider: image.map(NSItemProvider.init(object:)),
      iconProvider: icon.map(NSItemProvider.init(object:)))
  }
}
