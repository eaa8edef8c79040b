public import Foundation

/// One entry of a menu.
open class UIMenuElement: NSObject {
  open var title: String
  public init(title: String) { self.title = title }
}

/// An entry that does something.
public final class UIAction: UIMenuElement {
  public typealias Handler = (UIAction) -> Void

  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let disabled = Attributes(rawValue: 1)
    public static let destructive = Attributes(rawValue: 2)
    public static let hidden = Attributes(rawValue: 4)
  }

  public let identifier: String
  public var attributes: Attributes
  private let handler: Handler

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
  public let children: [UIMenuElement]

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
  open var title: String
  open var isEnabled = true
  open var submenu: NSMenu?
  private let handler: (() -> Void)?

  public init(title: String, handler: (() -> Void)? = nil) {
    self.title = title
    self.handler = handler
  }

  /// What choosing the entry does; nothing where it is disabled.
  open func perform() { if isEnabled { handler?() } }
}

/// A desktop program's menu.
open class NSMenu: NSObject {
  open var title: String
  open private(set) var items: [NSMenuItem] = []

  public init(title: String = "") { self.title = title }

  open func addItem(_ item: NSMenuItem) { items.append(item) }
}
