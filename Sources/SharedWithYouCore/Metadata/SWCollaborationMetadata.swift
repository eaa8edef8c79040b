public import Foundation
import Synchronization

/// What an app says about content it wants to share, or shares already.
public final class SWCollaborationMetadata: NSObject, NSSecureCoding, NSCopying, NSMutableCopying,
  Sendable
{
  struct State: Sendable {
    var title: String?
    var initiatorHandle: String?
    var initiatorNameComponents: PersonNameComponents?
    var defaultShareOptions: SWCollaborationShareOptions?
    var userSelectedShareOptions: SWCollaborationShareOptions?
    var firstLines: String?

    /// Options are references: nobody else's copy may change these.
    var duplicate: State {
      var copy = self
      copy.defaultShareOptions = defaultShareOptions?.duplicate
      copy.userSelectedShareOptions = userSelectedShareOptions?.duplicate
      return copy
    }
  }

  /// Empty for content that is not shared yet, and stays so in this object: the metadata of later
  /// actions carries the identifier that the start action was fulfilled with.
  public let collaborationIdentifier: SWCollaborationIdentifier
  /// Empty where the metadata was made from a collaboration identifier.
  public let localIdentifier: SWLocalCollaborationIdentifier
  private let state: Mutex<State>

  init(
    collaborationIdentifier: SWCollaborationIdentifier,
    localIdentifier: SWLocalCollaborationIdentifier, state: State
  ) {
    self.collaborationIdentifier = collaborationIdentifier
    self.localIdentifier = localIdentifier
    self.state = Mutex(state)
  }

  /// For content that is not shared yet; the start action then gives it a global identifier.
  public convenience init(localIdentifier: SWLocalCollaborationIdentifier) {
    self.init(collaborationIdentifier: .init(""), localIdentifier: localIdentifier, state: State())
  }

  /// For content that is shared already, for example to show its collaboration button.
  public convenience init(collaborationIdentifier: SWCollaborationIdentifier) {
    self.init(
      collaborationIdentifier: collaborationIdentifier, localIdentifier: .init(""), state: State())
  }

  /// The form that the listings of session 10093 use, and no released SDK of Apple has. What can be
  /// nil here can be set afterwards as well.
  public convenience init(
    localIdentifier: SWLocalCollaborationIdentifier, title: String?,
    defaultShareOptions: SWCollaborationShareOptions?, initiatorHandle: String?,
    initiatorNameComponents: PersonNameComponents?
  ) {
    self.init(
      collaborationIdentifier: .init(""), localIdentifier: localIdentifier,
      state: State(
        title: title, initiatorHandle: initiatorHandle,
        initiatorNameComponents: initiatorNameComponents,
        defaultShareOptions: defaultShareOptions?.duplicate))
  }

  /// The content's title, shown in the sheet and sent with the invitation. Where it is nil or
  /// empty, the title of the share preview stands in, else the item provider's name.
  public var title: String? {
    get { state.withLock(\.title) }
    set { state.withLock { $0.title = newValue } }
  }

  /// The app account the person shares from: shown to them, sent to nobody. Nil where the app has
  /// no such thing.
  public var initiatorHandle: String? {
    get { state.withLock(\.initiatorHandle) }
    set { state.withLock { $0.initiatorHandle = newValue } }
  }

  /// The name the person shares under: shown to them, sent to nobody.
  public var initiatorNameComponents: PersonNameComponents? {
    get { state.withLock(\.initiatorNameComponents) }
    set { state.withLock { $0.initiatorNameComponents = newValue } }
  }

  /// What the person is offered; nil where there is nothing to choose. Copied when it is set.
  public var defaultShareOptions: SWCollaborationShareOptions? {
    get { state.withLock(\.defaultShareOptions) }
    set { state.withLock { $0.defaultShareOptions = newValue?.duplicate } }
  }

  /// What the person chose; nil until a start action brings it. Copied when it is set.
  public var userSelectedShareOptions: SWCollaborationShareOptions? {
    get { state.withLock(\.userSelectedShareOptions) }
    set { state.withLock { $0.userSelectedShareOptions = newValue?.duplicate } }
  }

  /// What is written in the content, for its card in the conversation: the first lines of it, three at most, go to the
  /// recipients with the invitation. Nil for nothing. Not in the platform's framework, whose cards show a picture; that
  /// is the share preview's here, too.
  public var groveFirstLines: String? {
    get { state.withLock(\.firstLines) }
    set { state.withLock { $0.firstLines = newValue } }
  }

  var present: State { state.withLock(\.self) }

  /// Another object with the same values; options are copied as well.
  public func copy(with zone: NSZone? = nil) -> Any {
    SWCollaborationMetadata(
      collaborationIdentifier: collaborationIdentifier, localIdentifier: localIdentifier,
      state: present.duplicate)
  }

  /// The same as `copy`: the properties can be set in either.
  public func mutableCopy(with zone: NSZone? = nil) -> Any { copy(with: zone) }

  /// Equal where both identifiers and every property are.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWCollaborationMetadata else { return false }
    let (mine, others) = (present, other.present)
    return collaborationIdentifier == other.collaborationIdentifier
      && localIdentifier == other.localIdentifier && mine.title == others.title
      && mine.initiatorHandle == others.initiatorHandle
      && mine.initiatorNameComponents == others.initiatorNameComponents
      && mine.defaultShareOptions == others.defaultShareOptions
      && mine.userSelectedShareOptions == others.userSelectedShareOptions
      && mine.firstLines == others.firstLines
  }

  /// The identifiers alone: everything else may change while this is in a set.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(collaborationIdentifier)
    hasher.combine(localIdentifier)
    return hasher.finalize()
  }

  /// Always true. Archives are for the app's own use: on Linux a damaged one can end the process.
  public static var supportsSecureCoding: Bool { true }

  /// Reads the app's own archive; what is missing is empty or nil.
  public init?(coder: NSCoder) {
    collaborationIdentifier = .init(coder.text("collaborationIdentifier") ?? "")
    localIdentifier = .init(coder.text("localIdentifier") ?? "")
    state = Mutex(
      State(
        title: coder.text("title"), initiatorHandle: coder.text("initiatorHandle"),
        initiatorNameComponents: coder.nameComponents("initiatorNameComponents"),
        defaultShareOptions: coder.object(SWCollaborationShareOptions.self, "defaultShareOptions"),
        userSelectedShareOptions: coder.object(
          SWCollaborationShareOptions.self, "userSelectedShareOptions"),
        firstLines: coder.text("groveFirstLines")))
  }

  /// Every property, the sender's name with its phonetic form.
  public func encode(with coder: NSCoder) {
    let present = present
    coder.put(collaborationIdentifier.rawValue, "collaborationIdentifier")
    coder.put(localIdentifier.rawValue, "localIdentifier")
    coder.put(present.title, "title")
    coder.put(present.initiatorHandle, "initiatorHandle")
    coder.put(present.initiatorNameComponents, "initiatorNameComponents")
    coder.put(present.defaultShareOptions, "defaultShareOptions")
    coder.put(present.userSelectedShareOptions, "userSelectedShareOptions")
    coder.put(present.firstLines, "groveFirstLines")
  }
}
