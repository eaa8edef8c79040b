public import Foundation

/// Hears, on the main queue, that the list of highlights or its order is another.
public protocol SWHighlightCenterDelegate: NSObjectProtocol {
  /// Ask `highlights` again: one was added or taken away, or the order is another.
  func highlightCenterHighlightsDidChange(_ highlightCenter: SWHighlightCenter)
}

/// The app's delegate on its way between threads.
// It is called on the main queue only, and else is passed on without being touched.
struct WeakHighlightDelegate: @unchecked Sendable {
  weak var value: (any SWHighlightCenterDelegate)?
}
