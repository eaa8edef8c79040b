public import Foundation

/// Content that is being dragged.
open class UIDragItem: NSObject {
  /// What is dropped; loaded when somebody takes it.
  public let itemProvider: NSItemProvider
  /// The app's own object, for drops in the same program.
  open var localObject: Any?

  /// Made by the app when a drag begins; given to `GroveDropTarget.drop(_:)` when it ends.
  public init(itemProvider: NSItemProvider) { self.itemProvider = itemProvider }
}
