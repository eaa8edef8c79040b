import Foundation
import GroveIdentity
import GroveSystem
import SharedWithYouCore
import SharingUI

/// What the views ask the messenger of their app.
struct CollaborationContext: Sendable {
  let app: GroveApp

  /// The conversation a collaboration is shared in; nil where it is not, or cannot be asked.
  func conversation(of collaborationID: CollaborationID) async -> ConversationSummary? {
    guard let connection = try? app.connected() else { return nil }
    return try? await connection.system.conversation(for: collaborationID, of: connection.origin)
  }

  /// What the system knows of a file; nil where it is none that it knows.
  func metadata(ofFile url: URL) async -> SWCollaborationMetadata? {
    do throws(SystemFileRefusal) {
      return try await app.coordinator.metadata(ofFile: url).map { SWCollaborationMetadata($0) }
    } catch {
      return error.shared.map { SWCollaborationMetadata($0) }
    }
  }

  /// Lets the person write into the conversation, in whatever way the process's presenter has.
  func compose(in conversation: ConversationSummary) async -> ShareResult {
    guard let person = (try? app.connected())?.person else {
      return .failed(reason: "This messenger has no compose field.", draft: nil)
    }
    return await GroveSharing.presenter.compose(in: conversation, for: person)
  }

  /// Says something without asking for words.
  func send(_ text: String, in conversation: ConversationSummary) async -> ShareResult {
    do {
      guard let person = try app.connected().person else {
        return .failed(reason: "This messenger has no compose field.", draft: nil)
      }
      try await person.message(text, in: conversation.id)
      return .sent
    } catch let error as MessengerError {
      return .failed(reason: ShareReason.sentence(error), draft: nil)
    } catch {
      return .failed(reason: "The messenger cannot be asked.", draft: nil)
    }
  }

  func clearNotices(of collaborationID: CollaborationID) async {
    guard let connection = try? app.connected() else { return }
    try? await connection.system.clearNotices(for: collaborationID, of: connection.origin)
  }
}
