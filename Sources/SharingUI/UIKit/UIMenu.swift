public import Foundation

/// One entry of a menu.
open class UIMenuElement: NSObject {
  /// What the person reads.
  open var title: String
  /// For subclasses; an entry that does something is a `UIAction`.
  public init(title: String) { self.title = title }
}

/// An entry that does something.
public final class UIAction: UIMenuElement {
  /// What choosing the entry does; it is given the entry.
  public typealias Handler = (UIAction) -> Void

  /// How an entry is shown. Whoever draws the menu goes by it.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// Bits of this framework.
    public let rawValue: UInt
    /// From bits of this framework.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Shown, and without effect.
    public static let disabled = Attributes(rawValue: 1)
    /// Shown as something that cannot be undone.
    public static let destructive = Attributes(rawValue: 2)
    /// Not shown.
    public static let hidden = Attributes(rawValue: 4)
  }

  /// Tells entries apart; random where the app says nothing.
  public let identifier: String
  /// How the entry is shown, and whether `perform()` does anything.
  public var attributes: Attributes
  private let handler: Handler

  /// - Parameters:
  ///   - identifier: random where the app says nothing.
  ///   - handler: what choosing the entry does; called on whatever thread `perform()` is.
  public init(
    title: String, identifier: String = UUID().uuidString, attributes: Attributes = [],
    handler: @escaping Handler
  ) {
    self.identifier = identifier
    self.attributes = attributes
    self.handler = handler
    super.init(title: title)
  }

  /// What choosing the entry does; nothing where it is disabled.
  public func perform() {
    guard !attributes.contains(.disabled) else { return }
    handler(self)
  }
}

/// Entries under a title.
open class UIMenu: UIMenuElement {
  /// Entries and menus, in the order they are shown.
  public let children: [UIMenuElement]

  /// A menu without a title stands for its entries alone.
  public init(title: String = "", children: [UIMenuElement] = []) {
    self.children = children
    super.init(title: title)
  }

  /// Every entry that does something, menus in the menu included.
  public var actions: [UIAction] {
    children.flatMap { element in
      if let menu = element as? UIMenu { return menu.actions }
      return (element as? UIAction).map { [$0] } ?? []
    }
  }
}

/// An entry of a desktop program's menu.
open class NSMenuItem: NSObject {
  /// What the person reads.
  open var title: String
  /// Whether choosing it does anything.
  open var isEnabled = true
  /// A menu that opens beside the entry; nil for none.
  open var submenu: NSMenu?
  private let handler: (() -> Void)?

  /// - Parameter handler: what choosing it does; nil for nothing.
  public init(title: String, handler: (() -> Void)? = nil) {
    self.title = title
    self.handler = handler
  }

  /// What choosing the entry does; nothing where it is disabled.
  open func perform() { if isEnabled { handler?() } }
}

/// A desktop program's menu.
open class NSMenu: NSObject {
  /// What the person reads.
  open var title: String
  /// In the order in which they were added.
  open private(set) var items: [NSMenuItem] = []

  /// A menu without entries yet.
  public init(title: String = "") { self.title = title }

  /// Adds an entry at the end.
  open func addItem(_ item: NSMenuItem) { items.append(item) }
}
