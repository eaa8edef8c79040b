public import Foundation

/// What a view is to code that is not about drawing: a place in a hierarchy. Nothing is drawn here; a
/// user interface reads the models and draws them in its own way.
@MainActor
open class UIView: NSObject {
  /// Place and size in the superview, in points. Whoever draws sets it; nothing here lays out.
  open var frame: CGRect
  /// True where a user interface should leave the view out; it keeps its place among the views.
  open var isHidden = false
  /// 0 for invisible, 1 for opaque.
  open var alpha: CGFloat = 1
  /// A number of the app's own.
  open var tag = 0
  /// Set by `addSubview`; nil at the top.
  open private(set) weak var superview: UIView?
  /// The window the view was in when it was added; nil outside of any.
  open internal(set) weak var window: NSWindow?
  /// In the order in which they were added.
  open private(set) var subviews: [UIView] = []

  /// A view that is not in a superview yet; the frame is its place there.
  public init(frame: CGRect) { self.frame = frame }
  /// At no place and without size.
  public override convenience init() { self.init(frame: .zero) }
  /// A view without a size: archives of views are not read.
  public required init?(coder: NSCoder) { frame = .zero }

  /// The view's own coordinates: the frame's size, from zero.
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set { frame.size = newValue.size }
  }

  /// The size that suits the content, in points; -1 for a direction that has none, as the
  /// platform's `noIntrinsicMetric`.
  open var intrinsicContentSize: CGSize { CGSize(width: -1, height: -1) }

  /// Puts a view on top of the others, out of where it was before.
  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    view.superview = self
    view.window = window
    subviews.append(view)
  }

  /// Takes the view out of its superview and its window.
  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
    window = nil
  }
}

/// The desktop's name: one class serves both, so that a view of this framework fits either's code.
public typealias NSView = UIView

/// A window of a desktop program.
@MainActor
open class NSWindow: NSObject {
  /// What stands above the window's content; empty where the program says nothing.
  open var title = ""
  /// What fills the window. The views in it at that time do not learn of the window.
  open var contentView: NSView? {
    didSet { contentView?.window = self }
  }
}
