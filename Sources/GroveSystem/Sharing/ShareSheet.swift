public import GroveIdentity

/// What a person sees before they share (design 3, step 2), without a screen: a header, whether to
/// collaborate or to send a copy, the options with their one-line summary, who it goes to.
///
/// A program shows it in its own way and calls back; `draft` is what is staged then.
public struct ShareSheet: Sendable, Redacted {
  /// Above everything else.
  public struct Header: Hashable, Sendable, Codable {
    public var title: String
    /// An image of the content, in whatever form the app has it; may be empty.
    public var image: [UInt8]
    public var appName: String
    /// The app account the person shares from: shown to them, sent to nobody.
    public var initiatorHandle: String?
    public var initiatorName: String?
  }

  /// What happens to the content.
  public enum Mode: String, Hashable, Sendable, Codable {
    case collaborate
    case sendCopy
  }

  /// The content as a file, where the app can give one: what "send a copy" sends.
  public struct FileRepresentation: Hashable, Sendable, Codable, Redacted {
    public var name: String
    public var mediaType: String
    public var bytes: [UInt8]

    public init(name: String, mediaType: String, bytes: [UInt8]) {
      self.name = name
      self.mediaType = mediaType
      self.bytes = bytes
    }
  }

  /// Why it cannot be sent yet.
  public enum Obstacle: Hashable, Sendable {
    case noRecipients
    /// The sender included, there would be more than 256.
    case tooManyRecipients
  }

  /// How many people can take part, the sender included (protocol 18.5).
  public static let maximumParticipants = 256

  public let header: Header
  /// What the app can provide; never empty.
  public let modes: [Mode]
  public private(set) var mode: Mode
  /// Nil where the app offers none, and when a copy is sent.
  public var options: CollaborationShareOptions? { mode == .collaborate ? chosen : nil }
  /// Conversations the person is likely to mean, best first.
  public let suggestedConversations: [ConversationID]
  /// The people it goes to, without the sender; in the order they were added.
  public private(set) var recipients: [AccountID] = []
  /// The conversation they were taken from, as long as it is exactly those.
  public private(set) var conversation: ConversationID?
  /// Goes along as a message of its own; may be empty.
  public var text = ""

  package let origin: Origin
  package let metadata: CollaborationMetadata?
  package let file: FileRepresentation?
  var chosen: CollaborationShareOptions?

  /// - Parameters:
  ///   - metadata: present where the content can be shared for collaboration.
  ///   - file: present where it can be sent as a copy. At least one of the two has to be.
  public init?(
    origin: Origin, appName: String, metadata: CollaborationMetadata?,
    file: FileRepresentation? = nil, image: [UInt8] = [],
    suggestedConversations: [ConversationID] = []
  ) {
    modes = (metadata == nil ? [] : [.collaborate]) + (file == nil ? [] : [.sendCopy])
    guard let first = modes.first else { return nil }
    mode = first
    header = Header(
      title: metadata?.title ?? file?.name ?? "", image: image, appName: appName,
      initiatorHandle: metadata?.initiatorHandle, initiatorName: metadata?.initiatorName)
    self.origin = origin
    self.metadata = metadata
    self.file = file
    self.suggestedConversations = suggestedConversations
    chosen = metadata?.userSelectedShareOptions ?? metadata?.defaultShareOptions
  }

  /// The line under the title: what the options amount to.
  public var summary: String {
    switch mode {
    case .sendCopy: "Send a copy"
    case .collaborate: chosen?.summary ?? "Collaborate"
    }
  }

  /// False, and nothing changed, where the app cannot provide it.
  public mutating func choose(_ mode: Mode) -> Bool {
    guard modes.contains(mode) else { return false }
    self.mode = mode
    return true
  }

  /// The refusal says what the person has to do first.
  public mutating func setOption(_ identifier: String, selected: Bool)
    -> CollaborationOptionsRefusal?
  {
    guard mode == .collaborate, chosen != nil else { return .unknownOption }
    return chosen?.set(identifier, selected: selected)
  }

  /// Takes a conversation's people, in place of whoever was chosen before.
  ///
  /// - Parameter members: everybody in it but the sender.
  public mutating func choose(_ conversation: ConversationID, members: [AccountID]) {
    self.conversation = conversation
    recipients = members
  }

  public mutating func add(_ recipient: AccountID) {
    guard !recipients.contains(recipient) else { return }
    recipients.append(recipient)
    conversation = nil
  }

  public mutating func remove(_ recipient: AccountID) {
    guard let index = recipients.firstIndex(of: recipient) else { return }
    recipients.remove(at: index)
    conversation = nil
  }

  public var obstacles: [Obstacle] {
    if recipients.isEmpty { return [.noRecipients] }
    return recipients.count < Self.maximumParticipants ? [] : [.tooManyRecipients]
  }

  /// What the person has put together, to be staged.
  public func draft(draftID: RequestID, createdAt: UInt64) -> Draft {
    var metadata = mode == .collaborate ? metadata : nil
    metadata?.userSelectedShareOptions = chosen
    return Draft(
      draftID: draftID, origin: origin, header: header, metadata: metadata,
      file: mode == .sendCopy ? file : nil, conversation: conversation, recipients: recipients,
      text: text, createdAt: createdAt)
  }
}
