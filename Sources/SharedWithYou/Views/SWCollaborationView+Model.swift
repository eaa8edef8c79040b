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
    /// The content's title, unless the app set another.
    public let title: String
    /// The names of the conversation's people, unless the app set something else.
    public let subtitle: String
    /// Beside the title; an empty image where there is none.
    public let image: UIImage
    /// What `setContent` was given; nil where it was not called.
    public let contentView: UIView?
    /// What `setDetailViewListContent` was given; nil where it was not called.
    public let listContent: (any View)?
    /// Nil where there is no manage button.
    public let manageButtonTitle: String?
    /// Nil where there is no conversation to write into.
    public let messageButtonTitle: String?
  }

  /// What stands in the app's bar now; read again after each `onChange`.
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

  /// The popover's title: what the app set, else the content's title, else the conversation's.
  public var headerTitle: String {
    get { header.title ?? metadata?.title ?? conversation?.title ?? "" }
    set { header.title = newValue }
  }

  /// The popover's second line: what the app set, else the names of the conversation's people.
  public var headerSubtitle: String {
    get { header.subtitle ?? conversation?.memberNames.joined(separator: ", ") ?? "" }
    set { header.subtitle = newValue }
  }

  /// The popover's picture: what the app set, else the conversation's photo; an image without bytes
  /// where there is neither.
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
    if metadata == nil, infrastructure == .custom || infrastructure == .recordShare {
      metadata = await loadedMetadata()
    }
    // Who shares it is asked anew: a file is shared and stopped while its view is there.
    if infrastructure == .driveFile { metadata = await fileMetadata() }
    guard let text = metadata?.collaborationIdentifier.rawValue,
      let id = try? CollaborationID(text)
    else { return }
    conversation = await context.conversation(of: id)
  }

  /// What a tap on the manage button does: the process's presenter shows who takes part, until the person is done. Not in
  /// the platform's framework, where a finger does it.
  public func manage() async -> ManageResult {
    if metadata == nil || infrastructure == .driveFile { await load() }
    guard hasManageButton, let metadata = try? metadata?.systemMetadata(),
      let share = context.app.coordinator.managed(metadata, delegate: manageDelegate)
    else { return .failed(reason: "There is nothing here that the system manages.") }
    return await GroveSharing.presenter.manage(share)
  }

  /// Nil also where nobody can be asked.
  private func fileMetadata() async -> SWCollaborationMetadata? {
    guard let url = await provider.originalFile() else { return nil }
    return await context.metadata(ofFile: url)
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
