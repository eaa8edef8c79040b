public import Foundation
public import GroveSystem

/// Something that the system shares for an app, in the hands of the person who manages it: what a manage button leads
/// to. A presenter shows it. Not in the platform's framework, which draws it by itself.
public protocol GroveManagedShare: Sendable {
  /// As it is now.
  /// - Throws: why it cannot be looked at.
  func look() async throws(GroveShareProblem) -> GroveShareState
  /// Shares it so from now on; its owner's to do.
  func choose(_ options: CollaborationShareOptions) async throws(GroveShareProblem)
    -> GroveShareState
  /// Ends somebody's access at once; its owner's to do.
  func remove(_ person: GroveShareState.Person) async throws(GroveShareProblem) -> GroveShareState
  /// Ends it for everybody where it is the person's own; else they leave it.
  func stop() async throws(GroveShareProblem)
}

/// What a person sees of a share that they manage.
public struct GroveShareState: Hashable, Sendable {
  /// Somebody who takes part or was invited.
  public struct Person: Hashable, Sendable, Identifiable {
    public let id: String
    /// As they call themselves there; nil while they have not opened it.
    public let name: String?
    public let isOwner: Bool
    /// Whether it is the person who looks.
    public let isYou: Bool
    public let isReadOnly: Bool

    public init(id: String, name: String?, isOwner: Bool, isYou: Bool, isReadOnly: Bool) {
      self.id = id
      self.name = name
      self.isOwner = isOwner
      self.isYou = isYou
      self.isReadOnly = isReadOnly
    }
  }

  /// What it is called where people are told of it; may be empty.
  public let title: String
  public let link: URL?
  /// Whether the person who looks may change anything.
  public let isOwn: Bool
  /// The owner first; at most 100.
  public let people: [Person]
  /// How it is shared, with what may be chosen instead; nil where it is not the person's to choose.
  public let options: CollaborationShareOptions?

  public init(
    title: String, link: URL?, isOwn: Bool, people: [Person], options: CollaborationShareOptions?
  ) {
    self.title = title
    self.link = link
    self.isOwn = isOwn
    self.people = people
    self.options = options
  }
}

/// Why a share could not be managed.
public struct GroveShareProblem: Error, Hashable, Sendable {
  /// One sentence for the person.
  public let sentence: String

  public init(_ sentence: String) { self.sentence = sentence }
}
