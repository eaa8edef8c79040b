public import Foundation
import Synchronization

/// One setting the person may choose before sharing: a switch, or one value of a picker. The app
/// reads the choice back by `identifier`.
public final class SWCollaborationOption: NSObject, NSCopying, NSSecureCoding, Sendable {
  struct State: Hashable, Sendable {
    var title: String
    var subtitle: String
    var isSelected: Bool
    var requiredOptionsIdentifiers: [String]
  }

  /// The app's own name for it; unique within one set of options.
  public let identifier: String
  private let state: Mutex<State>
  private let picker = Mutex<PickerSelection?>(nil)

  init(identifier: String, state: State) {
    self.identifier = identifier
    self.state = Mutex(state)
  }

  /// - Parameters:
  ///   - selected: what is offered; once the option is in a picker, `isSelected` is the picker's.
  ///   - requiredOptionsIdentifiers: must all be selected before this one can be. A set in which
  ///     one does not exist, or requires itself, cannot be shared.
  public convenience init(
    title: String, identifier: String, subtitle: String = "", selected: Bool = false,
    requiredOptionsIdentifiers: [String] = []
  ) {
    self.init(
      identifier: identifier,
      state: State(
        title: title, subtitle: subtitle, isSelected: selected,
        requiredOptionsIdentifiers: requiredOptionsIdentifiers))
  }

  /// An option that is off and requires nothing: the form of Apple's class factory.
  public convenience init(title: String, identifier: String) {
    self.init(title: title, identifier: identifier, subtitle: "")
  }

  /// What the person reads beside the switch or the value; localised by the app.
  public var title: String {
    get { state.withLock(\.title) }
    set { state.withLock { $0.title = newValue } }
  }

  /// A second line; may be empty.
  public var subtitle: String {
    get { state.withLock(\.subtitle) }
    set { state.withLock { $0.subtitle = newValue } }
  }

  /// Identifiers of options that must all be selected before the person can choose this one.
  public var requiredOptionsIdentifiers: [String] {
    get { state.withLock(\.requiredOptionsIdentifiers) }
    set { state.withLock { $0.requiredOptionsIdentifiers = newValue } }
  }

  /// In a picker, selecting an option takes the selection from the one that had it; deselecting the
  /// chosen one changes nothing, since a picker always has exactly one.
  public var isSelected: Bool {
    get { picker.withLock(\.self)?.isChosen(self) ?? state.withLock(\.isSelected) }
    set {
      if let picker = picker.withLock(\.self) {
        if newValue { picker.choose(self) }
      } else {
        state.withLock { $0.isSelected = newValue }
      }
    }
  }

  /// Whether it is in no other picker.
  func isFree(for selection: PickerSelection) -> Bool {
    picker.withLock { $0 == nil || $0 === selection }
  }

  /// From now on the picker says whether this is selected.
  func join(_ selection: PickerSelection) { picker.withLock { $0 = selection } }

  /// Stands alone again, as selected as it was.
  func leave(_ selection: PickerSelection) {
    let wasChosen = isSelected
    let left = picker.withLock { picker in
      guard picker === selection else { return false }
      picker = nil
      return true
    }
    if left { state.withLock { $0.isSelected = wasChosen } }
  }

  var present: State {
    var present = state.withLock(\.self)
    present.isSelected = isSelected
    return present
  }

  /// A copy belongs to no picker.
  public func copy(with zone: NSZone? = nil) -> Any {
    SWCollaborationOption(identifier: identifier, state: present)
  }

  /// Equal where identifier, words, requirements and selection are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWCollaborationOption else { return false }
    return identifier == other.identifier && present == other.present
  }

  /// The identifier alone: everything else may change while the option is in a set.
  public override var hash: Int { identifier.hashValue }

  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive; nil without identifier or title.
  public init?(coder: NSCoder) {
    guard let identifier = coder.text("identifier"), let title = coder.text("title") else {
      return nil
    }
    self.identifier = identifier
    state = Mutex(
      State(
        title: title, subtitle: coder.text("subtitle") ?? "",
        isSelected: coder.decodeBool(forKey: "isSelected"),
        requiredOptionsIdentifiers: coder.texts("requiredOptionsIdentifiers")))
  }

  /// The option with its selection, without the picker it belongs to.
  public func encode(with coder: NSCoder) {
    let present = present
    coder.put(identifier, "identifier")
    coder.put(present.title, "title")
    coder.put(present.subtitle, "subtitle")
    coder.encode(present.isSelected, forKey: "isSelected")
    coder.put(present.requiredOptionsIdentifiers, "requiredOptionsIdentifiers")
  }
}
