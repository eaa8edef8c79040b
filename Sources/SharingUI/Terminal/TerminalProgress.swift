import GroveIdentity
import GroveSystem

/// Says that something is going on, and lets the person stop it.
enum TerminalProgress {
  private enum Event: Sendable {
    case ended(Result<ShareOutcome, MessengerError>)
    case tick
    case line(String?)
  }

  /// Sends a draft. In a terminal, typing `cancel` stops it; elsewhere the lines that follow belong to
  /// what comes after.
  static func sending(
    _ id: RequestID, _ title: String, _ person: any PersonSystem, _ screen: TerminalScreen
  ) async throws(MessengerError) -> ShareOutcome {
    var screen = screen
    screen.erase()
    guard screen.look.isStyled else {
      screen.say("  Sending \(screen.look.quoted(title))" + (screen.look.isUnicode ? " …" : " ..."))
      return try await person.send(id)
    }
    return try await watched(id, title, person, screen).get()
  }

  private static func watched(
    _ id: RequestID, _ title: String, _ person: any PersonSystem, _ screen: TerminalScreen
  ) async -> Result<ShareOutcome, MessengerError> {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { .ended(await sent(id, person)) }
      group.addTask { await tick() }
      group.addTask { .line(await screen.channel.nextLine()) }
      defer { group.cancelAll() }
      var turn = 0
      for await event in group {
        switch event {
        case .ended(let result):
          screen.channel.write("\r\u{1B}[K")
          return result
        case .tick:
          screen.channel.write(frame(turn, title, screen.look))
          turn += 1
          group.addTask { await tick() }
        case .line(let line):
          guard let line else { continue }
          if line.lowercased() == "cancel" { _ = try? await person.cancelShare(id) }
          group.addTask { .line(await screen.channel.nextLine()) }
        }
      }
      return .failure(MessengerError(.cancelled))
    }
  }

  private static func sent(_ id: RequestID, _ person: any PersonSystem) async
    -> Result<ShareOutcome, MessengerError>
  {
    do throws(MessengerError) {
      return .success(try await person.send(id))
    } catch {
      return .failure(error)
    }
  }

  private static func tick() async -> Event {
    try? await Task.sleep(for: .milliseconds(120))
    return .tick
  }

  private static func frame(_ turn: Int, _ title: String, _ look: TerminalCapabilities) -> String {
    let signs = Array(look.isUnicode ? "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" : "|/-\\")
    let words = DisplayWidth.fit(
      "Sending \(look.quoted(title))", columns: look.columns - 24, isUnicode: look.isUnicode)
    return "\r\u{1B}[K  \(look.accent(String(signs[turn % signs.count]))) \(words) "
      + look.dim("cancel stops it")
  }
}
