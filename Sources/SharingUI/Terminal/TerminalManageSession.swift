import GroveSystem
import SharedWithYouCore

/// One share from its first drawing until the person is done with it.
struct TerminalManageSession {
  var state: TerminalManage
  let share: any GroveManagedShare
  var screen: TerminalScreen

  mutating func run() async -> ManageResult {
    screen.draw(state.drawing(screen.look))
    while true {
      guard let line = await screen.line() else { return .done }
      if let result = await take(line) {
        screen.erase()
        screen.say("  " + (result == .stopped ? stopped : "Done."))
        return result
      }
      redraw()
    }
  }

  private var stopped: String {
    state.share.isOwn ? "This is not shared any more." : "You have left it."
  }

  /// In a terminal the whole, elsewhere the answer to the line.
  private mutating func redraw() {
    guard !screen.look.isStyled else { return screen.draw(state.drawing(screen.look)) }
    switch state.note {
    case .said(let text), .refused(let text): screen.say("  " + TerminalText.line(text))
    case nil: break
    }
    screen.ask()
  }

  private mutating func take(_ line: String) async -> ManageResult? {
    do throws(GroveShareProblem) {
      switch state.take(line) {
      case .none: break
      case .show: screen.say(state.drawing(screen.look).joined(separator: "\n"))
      case .choose(let options):
        state.share = try await share.choose(options)
        state.note = .said(state.share.options?.summary ?? "Changed.")
      case .remove(let person):
        state.share = try await share.remove(person)
        state.note = .said("\(person.name ?? "Somebody") has no access any more.")
      case .stop:
        try await share.stop()
        return .stopped
      case .done: return .done
      }
    } catch {
      state.note = .refused(error.sentence)
    }
    return nil
  }
}
