public import GroveIdentity
public import GroveSystem
import NIOCore

extension AgentConnection {
  /// Answers actions from now on, also after the agent was restarted.
  ///
  /// Where it throws, the agent does not know the app yet. Except for `originRefused` of an app that
  /// is not this connection's, it is tried again until the connection is closed: an agent that
  /// comes, or changes its mind, gets to know it.
  /// - Throws: `agentUnreachable`, `agentIncompatible`, `originRefused` also where the agent knows
  ///   another app of the origin, and what else it refuses an app with.
  public func register(_ app: any CollaborationApp) async throws(MessengerError) {
    let transport = try transport(of: app.origin)
    callbacks.setApp(app)
    transport.stay()
    _ = try await ask(.register, over: transport)
  }

  /// Actions for this origin are no longer brought to this process. An origin that is not this
  /// connection's was never registered.
  public func unregister(_ origin: Origin) async {
    guard let appTransport, origin == app?.origin else { return }
    callbacks.setApp(nil)
    // Where the agent does not hear it, it has lost the socket and with it the registration.
    _ = try? await ask(.unregister, over: appTransport)
  }

  /// A sheet with the conversations that the agent suggests for the metadata; a file stays here
  /// until the sheet is staged.
  /// - Throws: `originRefused` where the app is not this connection's.
  public func shareSheet(for content: SharedContent, from app: any CollaborationApp)
    async throws(MessengerError) -> ShareSheet?
  {
    let answer = try await ask(
      .suggestions(metadata: content.metadata), over: transport(of: app.origin))
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
    guard case .highlights(let list) = try await ask(.highlights, over: transport(of: origin))
    else {
      throw Self.unexpected
    }
    return list
  }

  /// The collaboration a link leads to; nil where it is a plain link.
  /// - Throws: `originRefused` for another origin than this connection's.
  public func highlight(forLink link: String, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  {
    let answer = try await ask(.highlightForLink(link), over: self.transport(of: origin))
    guard case .highlight(let highlight) = answer else { throw Self.unexpected }
    return highlight
  }

  /// The collaboration of that identifier; nil where the person holds no usable invitation to it.
  /// - Throws: `originRefused` for another origin than this connection's.
  public func highlight(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> CollaborationHighlight?
  {
    let answer = try await ask(.highlightFor(collaborationID), over: transport(of: origin))
    guard case .highlight(let highlight) = answer else { throw Self.unexpected }
    return highlight
  }

  /// Blocks the calling thread until the agent has answered, ten seconds at most. Not to be called
  /// on the connection's own thread, which no code of an app ever runs on.
  public func highlightsNow(for origin: Origin) throws(MessengerError)
    -> [CollaborationHighlight]
  {
    let transport = try transport(of: origin)
    let (id, answer) = transport.ask(.highlightsNow)
    let timeout = transport.eventLoop.scheduleTask(in: .seconds(10)) { transport.cancel(id) }
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
    return callbacks.changes()
  }

  /// The conversation the collaboration is shared in; nil where it is not shared with this person.
  /// - Throws: `originRefused` for another origin than this connection's.
  public func conversation(for collaborationID: CollaborationID, of origin: Origin)
    async throws(MessengerError) -> ConversationSummary?
  {
    let answer = try await ask(.conversation(collaborationID), over: transport(of: origin))
    guard case .conversation(let summary) = answer else { throw Self.unexpected }
    return summary
  }
}
