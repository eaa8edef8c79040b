import GroveIdentity
import GroveSystem
import SharedWithYouCore

/// From what an app hands over to what became of it: the one way every entry point takes.
enum SharePresentation {
  /// - Parameters:
  ///   - conversation: where it was dropped; nil for a share sheet.
  static func run(
    _ request: ShareRequest, from app: GroveApp, droppedOn conversation: ConversationID? = nil
  ) async -> ShareResult {
    let presenter = GroveSharing.presenter
    do {
      let connection = try app.connected()
      guard let person = connection.person else {
        return .failed(reason: "This messenger shows no share sheets.", draft: nil)
      }
      var content = try await ShareContent.load(request, from: app)
      content.metadata?.show(appName: connection.app.name)
      guard var sheet = try await connection.system.shareSheet(for: content, from: connection.app)
      else { return .failed(reason: ShareContentProblem.nothing.sentence, draft: nil) }
      sheet.text = request.text
      sheet.collaborationProblem = content.collaborationProblem
      sheet.pictureProblem = content.pictureProblem
      guard let conversation else { return await presenter.present(sheet, for: person) }
      return await presenter.present(sheet, droppedOn: conversation, for: person)
    } catch {
      return .failed(reason: sentence(error), draft: nil)
    }
  }

  private static func sentence(_ error: any Error) -> String {
    switch error {
    case let problem as ShareContentProblem: problem.sentence
    case let error as GroveAppError: error.sentence
    case let error as MessengerError: ShareReason.sentence(error)
    default: "This could not be shared."
    }
  }
}

/// A share that did not happen, as Apple's completion handlers are told it.
public struct GroveShareError: Error, Hashable, Sendable {
  /// One sentence for the person.
  public let reason: String
}

extension ShareResult {
  var error: GroveShareError? {
    guard case .failed(let reason, _) = self else { return nil }
    return GroveShareError(reason: reason)
  }
}
