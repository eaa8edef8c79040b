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

  /// - Parameters:
  ///   - optionsGroups: in the order they are shown; not copied.
  ///   - summary: one line about the app's default choice.
  public init(optionsGroups: [SWCollaborationOptionsGroup], summary: String) {
    state = Mutex(State(groups: optionsGroups, summary: summary))
  }

  /// With the platform's words for a summary: "Share Options".
  public convenience init(optionsGroups: [SWCollaborationOptionsGroup]) {
    self.init(optionsGroups: optionsGroups, summary: Self.defaultSummary)
  }

  /// In the order they are shown. The options in them can be changed in place.
  public var optionsGroups: [SWCollaborationOptionsGroup] {
    get { state.withLock(\.groups) }
    set { state.withLock { $0.groups = newValue } }
  }

  /// One line about the present choice, shown under the title. The sheet keeps it in step with what
  /// the person selects; here it is what was set.
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

  /// Equal where the summary and all groups are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWCollaborationShareOptions else { return false }
    return summary == other.summary && optionsGroups == other.optionsGroups
  }

  /// Everything may change while these are in a set, so that nothing but the type is left.
  public override var hash: Int { ObjectIdentifier(Self.self).hashValue }

  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive; without groups there are none, without a summary it is the
  /// default.
  public init(coder: NSCoder) {
    state = Mutex(
      State(
        groups: coder.objects(
          SWCollaborationOptionsGroup.self, or: SWCollaborationOptionsPickerGroup.self,
          "optionsGroups"),
        summary: coder.text("summary") ?? Self.defaultSummary))
  }

  /// The groups with what is selected, and the summary.
  public func encode(with coder: NSCoder) {
    coder.put(optionsGroups, "optionsGroups")
    coder.put(summary, "summary")
  }
}
