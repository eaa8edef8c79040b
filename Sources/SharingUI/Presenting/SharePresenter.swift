public import GroveIdentity
public import GroveSystem
public import SharedWithYouCore

/// Shows a share sheet to the person and carries out what they decide.
///
/// The process has one: the terminal's unless `GroveSharing.presenter` is set to another. A presenter
/// acts for the person, so it is given what apps are not: `PersonSystem`.
public protocol SharePresenter: Sendable {
  /// Returns when the person is done with the sheet.
  ///
  /// - Parameters:
  ///   - sheet: what the app offers, with the conversations the person is likely to mean.
  ///   - person: conversations, the compose field, sending.
  func present(_ sheet: ShareSheet, for person: any PersonSystem) async -> ShareResult

  /// Content that was dropped on a conversation: the same sheet with the people chosen already.
  func present(
    _ sheet: ShareSheet, droppedOn conversation: ConversationID, for person: any PersonSystem
  ) async -> ShareResult

  /// Lets the person say something in a conversation: the one-tap message of a collaboration button.
  func compose(in conversation: ConversationSummary, for person: any PersonSystem) async
    -> ShareResult

  /// Lets the person see who takes part in what the system shares, and change it; returns when they are done.
  func manage(_ share: any GroveManagedShare) async -> ManageResult

  /// Tells the person something; returns when they have seen it.
  func show(_ alert: PersonAlert) async
}

/// Something a person is told.
public struct PersonAlert: Hashable, Sendable {
  /// One line, above the message.
  public let title: String
  /// What the person should know or do, in one or two sentences.
  public let message: String

  /// For presenters and their tests; the framework makes those that it shows.
  public init(title: String, message: String) {
    self.title = title
    self.message = message
  }
}

extension SharePresenter {
  /// Stages the draft: a drop shows it in the compose field and sends nothing (session 10095).
  public func present(
    _ sheet: ShareSheet, droppedOn conversation: ConversationID, for person: any PersonSystem
  ) async -> ShareResult {
    do {
      var sheet = sheet
      try await person.choose(conversation, in: &sheet)
      return .staged(try await person.stage(sheet).draftID)
    } catch {
      return .failed(reason: ShareReason.sentence(error), draft: nil)
    }
  }

  /// Nothing is said by a presenter that has no place to write.
  public func compose(in conversation: ConversationSummary, for person: any PersonSystem) async
    -> ShareResult
  { .cancelled }

  /// Nothing is changed by a presenter that has no place to show it.
  public func manage(_ share: any GroveManagedShare) async -> ManageResult {
    .failed(reason: "This program has no place to show who takes part.")
  }

  /// Nothing is shown by a presenter that has no place for it.
  public func show(_ alert: PersonAlert) async {}
}

/// What became of a share sheet, or of a message from a collaboration button.
public enum ShareResult: Hashable, Sendable {
  /// The relay has taken it.
  case sent
  /// Sent by the person, and waiting for the relay: it goes on by itself.
  case waiting
  /// In the compose field; nothing was sent.
  case staged(RequestID)
  /// Nothing was sent or kept.
  case cancelled
  /// Nothing was sent.
  ///
  /// - Parameters:
  ///   - reason: a sentence for the person.
  ///   - draft: it is in the compose field again; nil where there was none yet.
  case failed(reason: String, draft: RequestID?)

  /// Whether the content is on its way.
  public var isCompleted: Bool { self == .sent || self == .waiting }
}

/// What became of managing a share.
public enum ManageResult: Hashable, Sendable {
  /// The person is done; what they changed has been changed.
  case done
  /// It is not shared any more, or they have left it.
  case stopped
  /// It could not be shown.
  ///
  /// - Parameter reason: a sentence for the person.
  case failed(reason: String)
}

/// Sentences for the person.
package enum ShareReason {
  package static func sentence(_ error: MessengerError) -> String {
    switch error.code {
    case .relayUnreachable: "The relay cannot be reached."
    case .relayRefused, .relayAnswerInvalid: "The relay refused: \(error.reason)."
    case .agentUnreachable: "There is no messenger to ask; start one with: grove agent"
    case .contactUnknown: "Nobody has this handle."
    case .contactChanged: "This handle belongs to somebody else now; compare safety numbers."
    case .deviceListInvalid: "The device list of one of the recipients cannot be trusted."
    case .conversationUnknown: "There is no such conversation."
    case .notAMember: "You are no longer in this conversation."
    case .itemUnknown: "The draft is gone."
    case .limitExceeded: "That is more than can be sent."
    case .attachmentInvalid: "This file cannot be sent."
    case .cancelled: "Cancelled."
    default: error.detail ?? "The messenger could not do it: \(error.reason)."
    }
  }
}
