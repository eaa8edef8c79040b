import GroveIdentity
import GroveSystem
import SharingUI

/// A person who knows where it goes: chooses the conversation, and sends.
struct SendingPresenter: SharePresenter {
  let conversation: ConversationID
  /// Options to switch on, by title.
  var selecting: [String] = []
  let shown: AsyncStream<ShareSheet>
  let results: AsyncStream<ShareResult>
  private let show: AsyncStream<ShareSheet>.Continuation
  private let tell: AsyncStream<ShareResult>.Continuation

  init(_ conversation: ConversationID, selecting: [String] = []) {
    self.conversation = conversation
    self.selecting = selecting
    (shown, show) = AsyncStream.makeStream(of: ShareSheet.self)
    (results, tell) = AsyncStream.makeStream(of: ShareResult.self)
  }

  func present(_ sheet: ShareSheet, for person: any PersonSystem) async -> ShareResult {
    show.yield(sheet)
    let result = await send(sheet, for: person)
    tell.yield(result)
    return result
  }

  private func send(_ sheet: ShareSheet, for person: any PersonSystem) async -> ShareResult {
    do {
      var sheet = sheet
      for option in sheet.options?.groups.flatMap(\.options) ?? []
      where selecting.contains(option.title) {
        _ = sheet.setOption(option.identifier, selected: true)
      }
      try await person.choose(conversation, in: &sheet)
      let draft = try await person.stage(sheet)
      switch try await person.send(draft.draftID) {
      case .sent: return .sent
      case .waiting: return .waiting
      case .failed(let failure):
        return .failed(reason: failure.sentence, draft: draft.draftID)
      }
    } catch {
      return .failed(reason: "\(error)", draft: nil)
    }
  }
}
