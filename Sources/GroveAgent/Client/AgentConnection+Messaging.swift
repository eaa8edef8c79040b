public import GroveIdentity
public import GroveSystem
import NIOCore

extension AgentConnection {
  /// Answers actions from now on, also after the agent was restarted. An app of another origin than
  /// this connection stated is ignored.
  public func register(_ app: any CollaborationApp) async {
    guard let appTransport, app.origin == self.app?.origin else { return }
    duties.setApp(app)
    appTransport.stay()
    _ = try? await ask(.register, over: appTransport)
  }

  /// Actions for this origin are no longer brought to this process. Ignored for another origin than
  /// the connection stated, as `register` is.
  public func unregister(_ origin: Origin) async {
    guard let appTransport, origin == app?.origin else { return }
    duties.setApp(nil)
    _ = try? await ask(.unregister, over: appTransport)
  }

  /// A sheet with the conversations that the agent suggests for the metadata; a file stays here
  /// until the sheet is staged.
  /// - Throws: `originRefused` where the app is not this connection's.
  public func shareSheet(for content: SharedContent, from app: any CollaborationApp)
    async throws(MessengerError) -> ShareSheet?
  {
    let answer = try await ask(
      .suggestions(metadata: content.metadata), over: link(of: app.origin))
    guard case .conversations(let suggested) = answer else { throw Self.unexpected }
    return ShareSheet(
      origin: app.origin, appName: app.name, metadata: content.metadata, file: content.file,
      image: content.image, suggestedConversations: suggested)
  }

  /// Hands the sheet to the agent, which stages it; a process that is an app stages only its own.
  /// - Throws: `originRefused` for a sheet of another app.
  public func stage(_ sheet: ShareSheet) async throws(MessengerError) -> Draft {
    guard
      case .draft(let draft) = try await ask(.stage(sheet), over: appTransport ?? personTransport)
    else {
      throw Self.unexpected
    }
    return draft
  }

  /// What the agent has for this origin, the newest first.
  /// - Throws: `originRefused` for another origin than this connection's.
  public func highlights(for origin: Origin) async throws(MessengerError)
    -> [CollaborationHighlight]
  {
    guard case .highlights(let list) = try await ask(.highlights, over: link(of: origin)) else {
      throw Self.unexpected
    }
    return list
  }

  /// The collaboration a link leads to; nil where it is a plain link.
  /// - Throws: `originRefused` for another origin than this connection's.
  public func highlight(forLink link: String, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  {
    let answer = try await ask(.highlightForLink(link), over: self.link(of: origin))
    guard case .highlight(let highlight) = answer else { throw Self.unexpected }
    return highlight
  }

  /// The collaboration of that identifier; nil where the person holds no usable invitation to it.
  /// - Throws: `originRefused` for another origin than this connection's.
  public func highlight(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  {
    let answer = try await ask(.highlightFor(collaborationID), over: link(of: origin))
    guard case .highlight(let highlight) = answer else { throw Self.unexpected }
    return highlight
  }

  /// Blocks the calling thread until the agent has answered, ten seconds at most. Not to be called
  /// on the connection's own thread, which no code of an app ever runs on.
  public func highlightsNow(for origin: Origin) throws(MessengerError)
    -> [CollaborationHighlight]
  {
    let link = try link(of: origin)
    let (id, answer) = link.ask(.highlightsNow)
    let timeout = link.eventLoop.scheduleTask(in: .seconds(10)) { link.cancel(id) }
    defer { timeout.cancel() }
    do {
      guard case .highlights(let list) = try answer.wait() else { throw Self.unexpected }
      return list
    } catch {
      let error = error as? MessengerError ?? MessengerError(.agentUnreachable)
      throw error.code == .cancelled ? MessengerError(.agentUnreachable, "no answer") : error
    }
  }

  /// Ends at once for another origin than this connection's.
  public func highlightChanges(for origin: Origin) -> AsyncStream<Void> {
    guard let appTransport, origin == app?.origin else { return AsyncStream { $0.finish() } }
    defer { appTransport.stay() }
    return duties.changes()
  }

  /// The conversation the collaboration is shared in; nil where it is not shared with this person.
  /// - Throws: `originRefused` for another origin than this connection's.
  public func conversation(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> ConversationSummary?
  {
    let answer = try await ask(.conversation(collaborationID), over: link(of: origin))
    guard case .conversation(let summary) = answer else { throw Self.unexpected }
    return summary
  }
}
