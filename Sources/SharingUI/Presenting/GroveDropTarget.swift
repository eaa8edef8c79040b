import GroveIdentity
public import SharedWithYouCore

/// Where content is dropped: a conversation of the person, or the messenger as a whole.
///
/// A drop on a conversation stages a draft there and sends nothing; a drop without one shows the share
/// sheet. Not in the platform's frameworks, where the messenger's own window is the target.
public struct GroveDropTarget: Sendable {
  let conversation: ConversationID?
  let app: GroveApp

  /// - Parameters:
  ///   - conversation: the identifier as the messenger's lists have it (22 characters of base64url);
  ///     nil for no conversation.
  ///   - app: the app that the content is dragged out of.
  public init?(conversation: String? = nil, app: GroveApp = .shared) {
    self.app = app
    guard let conversation else {
      self.conversation = nil
      return
    }
    guard let id = try? ConversationID(Base64URL.decode(conversation)) else { return nil }
    self.conversation = id
  }

  /// Whether dropping would do anything: true as soon as one item has content of any type.
  public func canAccept(_ items: [UIDragItem]) -> Bool {
    items.contains { !$0.itemProvider.registeredTypeIdentifiers.isEmpty }
  }

  /// What a drop of dragged items does.
  /// - Returns: `staged` or `failed` for a drop on a conversation, else what became of the sheet.
  public func drop(_ items: [UIDragItem]) async -> ShareResult {
    await drop(items.map(\.itemProvider))
  }

  /// The same for everything on a pasteboard.
  public func drop(_ pasteboard: NSPasteboard) async -> ShareResult {
    await drop(pasteboard.pasteboardItems ?? [])
  }

  /// The same for items of a pasteboard.
  public func drop(_ items: [NSPasteboardItem]) async -> ShareResult {
    await drop(items.map(\.itemProvider))
  }

  /// The same for content that is neither dragged nor on a pasteboard.
  public func drop(_ providers: [NSItemProvider]) async -> ShareResult {
    await SharePresentation.run(
      ShareRequest(providers: providers), from: app, droppedOn: conversation)
  }
}
