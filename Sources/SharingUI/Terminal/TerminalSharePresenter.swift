public import GroveSystem
public import SharedWithYouCore

/// The share sheet in a terminal: a list of what can be chosen, and typed lines that choose it.
///
/// In a terminal that can move the cursor the sheet is redrawn in its place; in one that cannot, and in
/// a pipe, each line is answered in words. The same lines work in both, so it can be scripted.
public struct TerminalSharePresenter: SharePresenter {
  let channel: any TerminalChannel

  /// - Parameter channel: a test's own, or standard input and output.
  public init(channel: any TerminalChannel = StandardTerminal()) { self.channel = channel }

  /// Shows the sheet and reads lines until the person sends, keeps a draft or cancels. Where the
  /// conversations cannot be listed, the sheet says why and is shown all the same.
  public func present(_ sheet: ShareSheet, for person: any PersonSystem) async -> ShareResult {
    let conversations: Result<[ConversationSummary], MessengerError>
    do { conversations = .success(try await person.conversationSummaries()) } catch {
      conversations = .failure(error)
    }
    var state = TerminalSheet(sheet: sheet, conversations: (try? conversations.get()) ?? [])
    if case .failure(let error) = conversations {
      state.note = .refused(ShareReason.sentence(error))
    }
    var session = TerminalShareSession(
      state: state, person: person, screen: TerminalScreen(channel: channel))
    return await session.run()
  }

  /// Asks for one line and sends it; an empty line sends nothing.
  public func compose(in conversation: ConversationSummary, for person: any PersonSystem) async
    -> ShareResult
  {
    let look = channel.look
    channel.write("  To " + look.bold(TerminalText.line(conversation.title)) + ": ")
    guard let text = await channel.nextLine(), !text.isEmpty else {
      channel.write("  " + look.dim("Nothing was sent.") + "\n")
      return .cancelled
    }
    do {
      try await person.message(text, in: conversation.id)
      channel.write("  " + look.good("Sent.") + "\n")
      return .sent
    } catch {
      let reason = ShareReason.sentence(error)
      channel.write("  " + look.bad(reason) + "\n")
      return .failed(reason: reason, draft: nil)
    }
  }

  /// Shows people and options, and reads lines until the person is done or has stopped sharing.
  public func manage(_ share: any GroveManagedShare) async -> ManageResult {
    do {
      var session = TerminalManageSession(
        state: TerminalManage(share: try await share.look()), share: share,
        screen: TerminalScreen(channel: channel))
      return await session.run()
    } catch {
      channel.write("  " + channel.look.bad(TerminalText.line(error.sentence)) + "\n")
      return .failed(reason: error.sentence)
    }
  }

  /// Prints title and message; does not wait for the person.
  public func show(_ alert: PersonAlert) async {
    let look = channel.look
    channel.write("  " + look.bold(TerminalText.line(alert.title)) + "\n")
    channel.write("  " + TerminalText.line(alert.message) + "\n")
  }
}
