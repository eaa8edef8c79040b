public import GroveIdentity
import GroveMessage

/// What a person sees before they share, without a screen: a header, whether to collaborate or to
/// send a copy, the options with their one-line summary, who it goes to.
///
/// A program shows it in its own way and calls back; `draft` is what is staged then.
public struct ShareSheet: Sendable, Redacted {
  /// Above everything else.
  public struct Header: Hashable, Sendable, Codable {
    /// The content's title, else the file's name; may be empty.
    public var title: String
    /// An image of the content, in whatever form the app has it; may be empty.
    public var image: [UInt8]
    /// The name the app gave of itself when it connected.
    public var appName: String
    /// The app account the person shares from: shown to them, sent to nobody.
    public var initiatorHandle: String?
    /// The name the person shares under: shown to them, sent to nobody.
    public var initiatorName: String?
  }

  /// What happens to the content.
  public enum Mode: String, Hashable, Sendable, Codable {
    /// An invitation: everybody works on the same content.
    case collaborate
    /// The file as an attachment: everybody has their own.
    case sendCopy
  }

  /// The content as a file, where the app can give one: what "send a copy" sends.
  public struct FileRepresentation: Hashable, Sendable, Codable, Redacted {
    /// The file's name, with its ending.
    public var name: String
    /// For example `application/pdf`.
    public var mediaType: String
    /// The whole file. How large it may be is decided when the draft is sent: see `maximumBytes`.
    public var bytes: [UInt8]

    /// A larger one cannot be sent (protocol 18.5).
    public static let maximumBytes = AttachmentSeal.maximumByteCount

    /// A copy of the content, made when the person shares.
    public init(name: String, mediaType: String, bytes: [UInt8]) {
      self.name = name
      self.mediaType = mediaType
      self.bytes = bytes
    }
  }

  /// Why it cannot be sent yet.
  public enum Obstacle: Hashable, Sendable {
    /// Nobody has been chosen yet.
    case noRecipients
    /// The sender included, there would be more than 256.
    case tooManyRecipients
  }

  /// How many people can take part, the sender included (protocol 18.5).
  public static let maximumParticipants = 256

  /// The same in both modes.
  public let header: Header
  /// What the app can provide; never empty.
  public let modes: [Mode]
  /// What is chosen now; at first to collaborate, where the app can provide that.
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
  /// Why only a copy can be sent of what people could work on together elsewhere: one sentence for the person; nil where
  /// nothing is to be said. Shown with the sheet and not passed on.
  public var collaborationProblem: String?
  /// Why a picture that the app gives is missing here or will be in the conversation: one sentence for the person; nil
  /// where nothing is to be said. Shown with the sheet and not passed on.
  public var pictureProblem: String?

  package let origin: Origin
  package let metadata: CollaborationMetadata?
  package let file: FileRepresentation?
  var chosen: CollaborationShareOptions?

  /// A sheet for content of an app, made when the app or the person begins to share.
  ///
  /// - Parameters:
  ///   - metadata: present where the content can be shared for collaboration.
  ///   - file: present where it can be sent as a copy.
  /// - Returns: nil where there is neither, since nothing could be chosen.
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

  /// Changes between collaborating and sending a copy.
  /// - Returns: false, and nothing has changed, where the app cannot provide it.
  public mutating func choose(_ mode: Mode) -> Bool {
    guard modes.contains(mode) else { return false }
    self.mode = mode
    return true
  }

  /// Turns an option on or off, or chooses a value of a picker.
  /// - Returns: nil where that was done, else what the person has to do first; `unknownOption` also
  ///   while a copy is chosen.
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

  /// Adds a person who is not among the recipients yet. The sheet is then no longer for the
  /// conversation it was taken from.
  public mutating func add(_ recipient: AccountID) {
    guard !recipients.contains(recipient) else { return }
    recipients.append(recipient)
    conversation = nil
  }

  /// Takes a person away; nothing changes where they are none of the recipients. The sheet is no
  /// longer for the conversation it was taken from.
  public mutating func remove(_ recipient: AccountID) {
    guard let index = recipients.firstIndex(of: recipient) else { return }
    recipients.remove(at: index)
    conversation = nil
  }

  /// Why it cannot be sent yet; empty where it can. Staging is possible all the same.
  public var obstacles: [Obstacle] {
    if recipients.isEmpty { return [.noRecipients] }
    return recipients.count < Self.maximumParticipants ? [] : [.tooManyRecipients]
  }

  /// What the person has put together, to be staged.
  /// - Parameter createdAt: milliseconds since 1970.
  public func draft(draftID: RequestID, createdAt: UInt64) -> Draft {
    var metadata = mode == .collaborate ? metadata : nil
    metadata?.userSelectedShareOptions = chosen
    return Draft(
      draftID: draftID, origin: origin, header: header, metadata: metadata,
      file: mode == .sendCopy ? file : nil, conversation: conversation, recipients: recipients,
      text: text, createdAt: createdAt)
  }
}
