public import Foundation
import Synchronization

/// The options a person is offered before sharing, and what they chose. Switches and pickers may be
/// mixed.
public final class SWCollaborationShareOptions: NSObject, NSCopying, NSSecureCoding, Sendable {
  struct State: Sendable {
    var groups: [SWCollaborationOptionsGroup]
    var summary: String
  }

  /// What `summary` says where the app says nothing.
  static let defaultSummary = "Share Options"

  private let state: Mutex<State>

  public init(optionsGroups: [SWCollaborationOptionsGroup], summary: String) {
    state = Mutex(State(groups: optionsGroups, summary: summary))
  }

  public convenience init(optionsGroups: [SWCollaborationOptionsGroup]) {
    self.init(optionsGroups: optionsGroups, summary: Self.defaultSummary)
  }

  public var optionsGroups: [SWCollaborationOptionsGroup] {
    get { state.withLock(\.groups) }
    set { state.withLock { $0.groups = newValue } }
  }

  /// One line about the present choice.
  public var summary: String {
    get { state.withLock(\.summary) }
    set { state.withLock { $0.summary = newValue } }
  }

  /// Identifiers of the selected options, in the order they are shown.
  public var selectedOptionsIdentifiers: [String] {
    optionsGroups.flatMap(\.options).filter(\.isSelected).map(\.identifier)
  }

  var duplicate: SWCollaborationShareOptions {
    let present = state.withLock(\.self)
    return SWCollaborationShareOptions(
      optionsGroups: present.groups.compactMap { $0.copy() as? SWCollaborationOptionsGroup },
      summary: present.summary)
  }

  /// The groups and their options are copied as well.
  public func copy(with zone: NSZone? = nil) -> Any { duplicate }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWCollaborationShareOptions else { return false }
    return summary == other.summary && optionsGroups == other.optionsGroups
  }

  /// Everything may change while these are in a set, so that nothing but the type is left.
  public override var hash: Int { ObjectIdentifier(Self.self).hashValue }

  public static var supportsSecureCoding: Bool { true }

  public init(coder: NSCoder) {
    state = Mutex(
      State(
        groups: coder.objects(
          SWCollaborationOptionsGroup.self, or: SWCollaborationOptionsPickerGroup.self,
          "optionsGroups"),
        summary: coder.text("summary") ?? Self.defaultSummary))
  }

  public func encode(with coder: NSCoder) {
    coder.put(optionsGroups, "optionsGroups")
    coder.put(summary, "summary")
  }
}
