public import Foundation
import Synchronization

/// Options shown together, each a switch of its own. `SWCollaborationOptionsPickerGroup` makes them
/// the values of one setting.
// Everything that changes is behind one Mutex; the subclass adds a constant.
public class SWCollaborationOptionsGroup: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  struct State: Sendable {
    var title = ""
    var footer = ""
    var options: [SWCollaborationOption]
  }

  /// The app's own name for the group.
  public let identifier: String
  private let state: Mutex<State>

  /// A group without title and footer, which can be set afterwards.
  public required init(identifier: String, options: [SWCollaborationOption]) {
    self.identifier = identifier
    state = Mutex(State(options: []))
    super.init()
    self.options = options
  }

  /// Above the options; may be empty.
  public var title: String {
    get { state.withLock(\.title) }
    set { state.withLock { $0.title = newValue } }
  }

  /// Explains the options; may be empty.
  public var footer: String {
    get { state.withLock(\.footer) }
    set { state.withLock { $0.footer = newValue } }
  }

  /// The list is a value, its elements are not: `options[0].isSelected = true` changes this group.
  public var options: [SWCollaborationOption] {
    get { state.withLock(\.options) }
    set {
      let new = own(newValue)
      let old = state.withLock { state in
        defer { state.options = new }
        return state.options
      }
      optionsChanged(from: old, to: new)
    }
  }

  /// For the subclass: the objects that stand for these options in this group.
  func own(_ options: [SWCollaborationOption]) -> [SWCollaborationOption] { options }

  /// For the subclass.
  func optionsChanged(from old: [SWCollaborationOption], to new: [SWCollaborationOption]) {}

  /// The options are copied as well: a copy is changed without changing this.
  public func copy(with zone: NSZone? = nil) -> Any {
    let present = state.withLock(\.self)
    let copy = Self(
      identifier: identifier, options: present.options.map { $0.duplicate })
    copy.title = present.title
    copy.footer = present.footer
    return copy
  }

  /// Equal where class, identifier, words and options are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWCollaborationOptionsGroup, type(of: self) == type(of: other)
    else { return false }
    return identifier == other.identifier && title == other.title && footer == other.footer
      && options == other.options
  }

  /// The identifier alone: everything else may change while the group is in a set.
  public override var hash: Int { identifier.hashValue }

  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive; nil without an identifier.
  public required convenience init?(coder: NSCoder) {
    guard let identifier = coder.text("identifier") else { return nil }
    self.init(
      identifier: identifier, options: coder.objects(SWCollaborationOption.self, "options"))
    title = coder.text("title") ?? ""
    footer = coder.text("footer") ?? ""
  }

  /// The group with its options and what is selected.
  public func encode(with coder: NSCoder) {
    coder.put(identifier, "identifier")
    coder.put(title, "title")
    coder.put(footer, "footer")
    coder.put(options, "options")
  }
}

extension SWCollaborationOption {
  var duplicate: SWCollaborationOption {
    SWCollaborationOption(identifier: identifier, state: present)
  }
}
