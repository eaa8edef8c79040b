public import Foundation

/// What a view is to code that is not about drawing: a place in a hierarchy. Nothing is drawn here; a
/// user interface reads the models and draws them in its own way.
@MainActor
open class UIView: NSObject {
  open var frame: CGRect
  open var isHidden = false
  open var alpha: CGFloat = 1
  open var tag = 0
  open private(set) weak var superview: UIView?
  open internal(set) weak var window: NSWindow?
  open private(set) var subviews: [UIView] = []

  public init(frame: CGRect) { self.frame = frame }
  public override convenience init() { self.init(frame: .zero) }
  public required init?(coder: NSCoder) { frame = .zero }

  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set { frame.size = newValue.size }
  }

  /// The size that suits the content; none by itself.
  open var intrinsicContentSize: CGSize { CGSize(width: -1, height: -1) }

  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    view.superview = self
    view.window = window
    subviews.append(view)
  }

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
  open var title = ""
  open var contentView: NSView? {
    didSet { contentView?.window = self }
  }
}
