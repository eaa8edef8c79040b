public import Foundation

/// Content with what to show above it in a share popover.
public protocol NSPreviewRepresentableActivityItem: NSObjectProtocol {
  /// An item provider, a URL, or anything else that can be shared.
  var item: Any { get }
  var title: String? { get }
  /// Of the content.
  var imageProvider: NSItemProvider? { get }
  /// Of where it comes from, for example the program.
  var iconProvider: NSItemProvider? { get }
}

extension NSPreviewRepresentableActivityItem {
  public var title: String? { nil }
  public var imageProvider: NSItemProvider? { nil }
  public var iconProvider: NSItemProvider? { nil }
}

public final class NSPreviewRepresentingActivityItem: NSObject, NSPreviewRepresentableActivityItem {
  public let item: Any
  public let title: String?
  public let imageProvider: NSItemProvider?
  public let iconProvider: NSItemProvider?

  public init(
    item: Any, title: String?, imageProvider: NSItemProvider?, iconProvider: NSItemProvider?
  ) {
    self.item = item
    self.title = title
    self.imageProvider = imageProvider
    self.iconProvider = iconProvider
  }

  public convenience init(item: Any, title: String?, image: NSImage?, icon: NSImage?) {
    self.init(
      item: item, title: title, imageProvider: image.map(NSItemProvider.init(object:)),
      iconProvider: icon.map(NSItemProvider.init(object:)))
  }
}
