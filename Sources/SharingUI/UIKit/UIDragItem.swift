public import Foundation

/// Content that is being dragged.
open class UIDragItem: NSObject {
  public let itemProvider: NSItemProvider
  /// The app's own object, for drops in the same program.
  open var localObject: Any?

  public init(itemProvider: NSItemProvider) { self.itemProvider = itemProvider }
}
