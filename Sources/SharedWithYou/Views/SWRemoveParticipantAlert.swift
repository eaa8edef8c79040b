public import Foundation
public import SharedWithYouCore
public import SharingUI

/// Tells the person that somebody whom the app removed is still in the conversation, and that they can
/// be removed there.
///
/// The removal itself is the person's, in their messenger: an app cannot change who is in a conversation.
@MainActor
public final class SWRemoveParticipantAlertController: UIViewController {
  /// What is said. Not in the platform's framework.
  public let alert: PersonAlert

  /// - Parameters:
  ///   - participant: whom the app has removed on its server.
  ///   - highlight: the collaboration they were removed from.
  public init(participant: SWPerson, highlight: SWCollaborationHighlight) {
    alert = SWRemoveParticipantAlert.alert(participant, highlight)
    super.init()
    whenPresented = { [weak self] in
      guard let self else { return }
      SWRemoveParticipantAlert.show(alert)
      presentingViewController?.dismiss(animated: true)
    }
  }

  /// Always nil: controllers are not archived here.
  public required init?(coder: NSCoder) { nil }
}

/// The same as `SWRemoveParticipantAlertController`, for desktop programs.
public final class SWRemoveParticipantAlert: NSObject {
  /// Tells the person by way of the process's presenter; the window is not used.
  @MainActor
  public class func show(
    withParticipant participant: SWPerson, highlight: SWCollaborationHighlight,
    in window: NSWindow?
  ) {
    show(alert(participant, highlight))
  }

  static func alert(_ participant: SWPerson, _ highlight: SWCollaborationHighlight) -> PersonAlert {
    let name = participant.displayName.isEmpty ? "Somebody" : participant.displayName
    let title = highlight.title.map { "“\($0)”" } ?? "a shared document"
    return PersonAlert(
      title: "Remove \(name) from the conversation?",
      message: "\(name) no longer has access to \(title), but is still in the conversation it was "
        + "shared in. You can remove them there, in your messenger.")
  }

  static func show(_ alert: PersonAlert) {
    _ = FrameworkTasks.shared.run { await GroveSharing.presenter.show(alert) }
  }
}
