public import Foundation
import GroveIdentity
import GroveSystem
import SharedWithYouCore
public import SharingUI

extension SWCollaborationView {
  /// What is drawn in the app's bar. Not in the platform's framework, which draws by itself.
  public struct Button: Hashable, Sendable {
    /// The conversation's photo; empty where it has none or is not known yet.
    public let groupPhoto: Data
    /// The conversation's name, for those who cannot see the photo.
    public let title: String
    /// To the right of the button; nil where nobody is there or the app hides it.
    public let participantCount: Int?
    /// A badge; 0 for none.
    public let pendingAccessRequests: Int
  }

  /// What is drawn while the popover is open.
  @MainActor
  public struct Popover {
    public let title: String
    public let subtitle: String
    public let image: UIImage
    /// The app's view, in one of two forms.
    public let contentView: UIView?
    public let listContent: (any View)?
    /// Nil where there is no manage button.
    public let manageButtonTitle: String?
    /// Nil where there is no conversation to write into.
    public let messageButtonTitle: String?
  }

  public var button: Button {
    Button(
      groupPhoto: Data(conversation?.photo ?? []),
      title: conversation?.title ?? headerTitle,
      participantCount: showsParticipantCount && activeParticipantCount > 0
        ? activeParticipantCount : nil,
      pendingAccessRequests: pendingAccessRequestsCount)
  }

  /// Nil while it is closed.
  public var popover: Popover? {
    guard isPresented else { return nil }
    return Popover(
      title: headerTitle, subtitle: headerSubtitle, image: headerImage, contentView: contentView,
      listContent: listContent, manageButtonTitle: hasManageButton ? manageButtonTitle : nil,
      messageButtonTitle: conversation.map { "Message " + $0.title })
  }

  /// Above the popover: the app's, else the content's title.
  public var headerTitle: String {
    get { header.title ?? metadata?.title ?? conversation?.title ?? "" }
    set { header.title = newValue }
  }

  /// Below it: the app's, else the conversation's people.
  public var headerSubtitle: String {
    get { header.subtitle ?? conversation?.memberNames.joined(separator: ", ") ?? "" }
    set { header.subtitle = newValue }
  }

  /// Beside it: the app's, else the conversation's photo.
  public var headerImage: UIImage {
    get { header.image ?? UIImage(data: Data(conversation?.photo ?? [])) ?? UIImage() }
    set { header.image = newValue }
  }

  /// The entry that stands for the button where a toolbar has no room for it.
  public var menuFormRepresentation: NSMenuItem {
    NSMenuItem(title: headerTitle.isEmpty ? "Collaboration" : headerTitle) { [weak self] in
      MainActor.assumeIsolated { _ = self?.press() }
    }
  }

  /// Asks again what the conversation is: the view does so once by itself. Returns when it is known.
  public func load() async {
    if metadata == nil, infrastructure == .custom { metadata = await loadedMetadata() }
    guard let text = metadata?.collaborationIdentifier.rawValue,
      let id = try? CollaborationID(text)
    else { return }
    conversation = await context.conversation(of: id)
  }

  private func loadedMetadata() async -> SWCollaborationMetadata? {
    let provider = provider
    return await withCheckedContinuation { continuation in
      provider.loadObject(ofClass: SWCollaborationMetadata.self) { object, _ in
        continuation.resume(returning: object as? SWCollaborationMetadata)
      }
    }
  }

  /// One tap: lets the person write into the conversation, or says the words given. Not in the
  /// platform's framework, where a finger does it.
  ///
  /// - Parameter text: nil to ask the process's presenter for words.
  public func sendMessage(_ text: String? = nil) async -> ShareResult {
    guard let conversation else {
      return .failed(reason: "This is not shared in a conversation.", draft: nil)
    }
    guard let text else { return await context.compose(in: conversation) }
    return await context.send(text, in: conversation)
  }
}
