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
  open private(set) var subviews: [UIView] = []

  public init(frame: CGRect) { self.frame = frame }
  public override convenience init() { self.init(frame: .zero) }
  public required init?(coder: NSCoder) { frame = .zero }

  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: frame.size) }
    set { frame.size = newValue.size }
  }

  open func addSubview(_ view: UIView) {
    view.removeFromSuperview()
    view.superview = self
    subviews.append(view)
  }

  open func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }
}
