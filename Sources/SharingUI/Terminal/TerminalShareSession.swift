import GroveIdentity
import GroveSystem

/// One share sheet from its first drawing to its end.
struct TerminalShareSession {
  var state: TerminalSheet
  let person: any PersonSystem
  var screen: TerminalScreen
  /// In the compose field since the first attempt to send.
  private var draft: Draft?
  /// Why the last attempt failed.
  private var failure: String?

  init(state: TerminalSheet, person: any PersonSystem, screen: TerminalScreen) {
    self.state = state
    self.person = person
    self.screen = screen
  }

  mutating func run() async -> ShareResult {
    screen.draw(state.drawing(screen.look))
    while true {
      guard let line = await screen.line() else { return end() }
      if let result = await take(line) { return result }
      redraw()
    }
  }

  /// In a terminal the whole sheet; elsewhere the answer to the line.
  private mutating func redraw() {
    guard !screen.look.isStyled else { return screen.draw(state.drawing(screen.look)) }
    switch state.note {
    case .said(let text), .refused(let text): screen.say("  " + TerminalText.line(text))
    case nil: break
    }
    screen.ask()
  }

  private mutating func take(_ line: String) async -> ShareResult? {
    switch state.take(line) {
    case .none: break
    case .show:
      if !screen.look.isStyled { screen.say(state.drawing(screen.look).joined(separator: "\n")) }
    case .help:
      screen.erase()
      screen.say(TerminalSheet.help(screen.look).joined(separator: "\n"))
    case .choose(let conversation): await choose(conversation)
    case .lookUp(let handle): await lookUp(handle)
    case .send: return await send()
    case .stage: return await stage()
    case .cancel: return end()
    }
    return nil
  }

  private mutating func choose(_ conversation: ConversationID) async {
    do {
      try await person.choose(conversation, in: &state.sheet)
      state.chose(state.conversation?.title ?? "")
    } catch {
      state.note = .refused(ShareReason.sentence(error))
    }
  }

  private mutating func lookUp(_ handle: String) async {
    do {
      let found = try await person.recipient(handle: handle)
      state.add(
        TerminalSheet.Person(account: found.account, handle: found.handle, name: found.name))
    } catch {
      state.note = .refused(ShareReason.sentence(error))
    }
  }

  /// Puts what is on the sheet into the compose field, over what was there from the last attempt.
  private mutating func compose() async throws(MessengerError) -> Draft {
    if let draft {
      var changed = state.sheet.draft(draftID: draft.draftID, createdAt: draft.createdAt)
      changed.failure = nil
      try await person.update(changed)
      self.draft = changed
      return changed
    }
    let staged = try await person.stage(state.sheet)
    draft = staged
    return staged
  }

  private mutating func stage() async -> ShareResult? {
    do {
      let id = try await compose().draftID
      finish(screen.look.good("Left in the compose field."))
      return .staged(id)
    } catch {
      state.note = .refused(ShareReason.sentence(error))
      return nil
    }
  }

  /// Nil where the person may try again.
  private mutating func send() async -> ShareResult? {
    do {
      let draft = try await compose()
      let title = TerminalText.line(state.sheet.header.title)
      let outcome = try await TerminalProgress.sending(draft.draftID, title, person, screen)
      switch outcome {
      case .sent:
        finish(screen.look.good("Sent \(screen.look.quoted(title)) to \(to)."))
        return .sent
      case .waiting:
        finish("The relay is away; \(screen.look.quoted(title)) is sent when it is back.")
        return .waiting
      case .failed(let reason): failed(reason.sentence)
      }
    } catch {
      // Somebody took it out of the compose field elsewhere: the next attempt makes a new one.
      if error.code == .itemUnknown { draft = nil }
      failed(ShareReason.sentence(error))
    }
    return nil
  }

  private var to: String { TerminalText.line(state.destination ?? "nobody") }

  private mutating func failed(_ reason: String) {
    failure = reason
    // What an app says of itself may end without a full stop.
    let stop = reason.last.map { ".!?…".contains($0) } ?? true ? "" : "."
    state.note = .refused(
      reason + stop + " Your draft is kept: change it, send again, or cancel.")
  }

  /// Input is over or the person gave up: a draft whose sending failed stays where it is.
  private mutating func end() -> ShareResult {
    guard let draft, let failure else {
      finish(screen.look.dim("Nothing was sent."))
      return .cancelled
    }
    finish(
      screen.look.bad(failure) + (failure.hasSuffix(".") ? "" : ".")
        + " The draft is in the compose field.")
    return .failed(reason: failure, draft: draft.draftID)
  }

  private mutating func finish(_ sentence: String) {
    screen.erase()
    screen.say("  " + sentence)
  }
}
