public import Foundation

/// Shows one thing, and can have another shown on top of it.
@MainActor
open class UIViewController: NSObject {
  /// What the controller shows, in words.
  open var title: String?
  /// What it shows; empty and without size until the app sets another.
  open lazy var view: UIView! = UIView(frame: .zero)
  /// The controller that this one was presented by; nil where it was not.
  open private(set) weak var presentingViewController: UIViewController?
  /// What was presented on top of this one and not dismissed yet.
  open private(set) var presentedViewController: UIViewController?
  /// What stands in the bar above it.
  public let navigationItem = UINavigationItem()

  /// Without a view of its own yet.
  public override init() {}
  /// As `init()`: archives of controllers are not read.
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

  /// Takes away what this controller presented, else this controller itself. The completion is
  /// called at once; nothing is animated.
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
  /// What the bar shows in its middle; nil for the controller's own title.
  open var title: String?
  /// At the trailing end, the outermost first; nil for none.
  open var rightBarButtonItems: [UIBarButtonItem]?
  /// At the leading end, the outermost first; nil for none.
  open var leftBarButtonItems: [UIBarButtonItem]?

  /// The first of `rightBarButtonItems`; setting it takes the place of all.
  open var rightBarButtonItem: UIBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }
}

/// One item of a bar.
@MainActor
open class UIBarButtonItem: NSObject {
  /// What it says where it has no view.
  open var title: String?
  /// The view in its place, for example a collaboration button.
  open var customView: UIView?

  /// An empty item; title or view are set afterwards.
  public override init() {}

  /// An item that is this view.
  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }
}

/// One item of a desktop program's toolbar.
@MainActor
open class NSToolbarItem: NSObject {
  /// Tells the items of a toolbar apart.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// The program's own text.
    public let rawValue: String
    /// From the program's own text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The same without a label, as the platform has it.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// By which the program finds the item again.
  public let itemIdentifier: Identifier
  /// The view in its place, for example a collaboration button.
  open var view: NSView?

  /// An item without a view yet.
  public init(itemIdentifier: Identifier) { self.itemIdentifier = itemIdentifier }
}
