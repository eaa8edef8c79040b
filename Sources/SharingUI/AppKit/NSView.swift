public import Foundation

/// A view of a desktop program: a place in a hierarchy; nothing is drawn here.
@MainActor
open class NSView: NSObject {
  open var frame: NSRect
  open var isHidden = false
  open private(set) weak var superview: NSView?
  open private(set) var subviews: [NSView] = []
  open internal(set) weak var window: NSWindow?

  public init(frame: NSRect) { self.frame = frame }
  public override convenience init() { self.init(frame: .zero) }
  public required init?(coder: NSCoder) { frame = .zero }

  open var bounds: NSRect {
    get { NSRect(origin: .zero, size: frame.size) }
    set { frame.size = newValue.size }
  }

  open func addSubview(_ view: NSView) {
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

/// A window of a desktop program.
@MainActor
open class NSWindow: NSObject {
  open var title = ""
  open var contentView: NSView? {
    didSet { contentView?.window = self }
  }
}
