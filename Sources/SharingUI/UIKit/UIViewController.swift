public import Foundation

/// Shows one thing, and can have another shown on top of it.
@MainActor
open class UIViewController: NSObject {
  open var title: String?
  open lazy var view: UIView! = UIView(frame: .zero)
  open private(set) weak var presentingViewController: UIViewController?
  open private(set) var presentedViewController: UIViewController?
  public let navigationItem = UINavigationItem()

  public override init() {}
  public required init?(coder: NSCoder) {}

  /// Presents a controller. One that stands for a surface of the system, such as the share sheet,
  /// hands its model to the process's presenter.
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    presentedViewController = viewControllerToPresent
    viewControllerToPresent.presentingViewController = self
    completion?()
    viewControllerToPresent.whenPresented?()
  }

  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    let presenter = presentedViewController == nil ? presentingViewController : self
    presenter?.presentedViewController?.presentingViewController = nil
    presenter?.presentedViewController = nil
    completion?()
  }

  /// What a controller of the framework's own does when it is presented.
  package var whenPresented: (() -> Void)?
}

/// What stands in the bar above a controller.
@MainActor
open class UINavigationItem: NSObject {
  open var title: String?
  open var rightBarButtonItems: [UIBarButtonItem]?
  open var leftBarButtonItems: [UIBarButtonItem]?

  open var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }
}

/// One item of a bar.
@MainActor
open class UIBarButtonItem: NSObject {
  open var title: String?
  open var customView: UIView?

  public override init() {}

  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }
}

/// One item of a desktop program's toolbar.
@MainActor
open class NSToolbarItem: NSObject {
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  public let itemIdentifier: Identifier
  open var view: NSView?

  public init(itemIdentifier: Identifier) { self.itemIdentifier = itemIdentifier }
}
