import GroveAgent
import GroveIdentity
import GroveSystem
import Logging

extension AgentRequest {
  /// A share that was begun is not given up because whoever began it went away.
  var isLasting: Bool {
    switch self {
    case .send, .cancelShare, .message, .renewAccess: true
    default: false
    }
  }
}

extension AgentPeer {
  func answer(_ request: AgentRequest, id: Int) async throws(MessengerError) -> AgentAnswer {
    switch role {
    case .app(let app): try await answer(request, from: app)
    case .person: try await answerPerson(request, id: id)
    case .unknown, .closed: throw MessengerError(.cancelled)
    }
  }

  // MARK: An app

  private func answer(_ request: AgentRequest, from app: AgentApp)
    async throws(MessengerError) -> AgentAnswer
  {
    let (system, origin) = (core.system, app.origin)
    switch request {
    case .register:
      core.host.answers(self, for: origin)
      // It may have been waited for: what is owed to its server is tried again.
      try await system.register(RemoteApp(origin: origin, name: app.name, host: core.host))
      return .done
    case .unregister:
      core.host.isSilent(self, for: origin)
      return .done
    case .stage(let sheet):
      guard sheet.origin == origin else { throw MessengerError(.originRefused) }
      return .draft(try await system.stage(sheet))
    case .suggestions(let metadata):
      return .conversations(try await suggestions(for: metadata, app))
    case .highlights, .highlightsNow:
      return .highlights(try await system.highlights(for: origin))
    case .highlightForLink(let link):
      return .highlight(try await system.highlight(forLink: link, of: origin))
    case .highlightFor(let id): return .highlight(try await system.highlight(for: id, of: origin))
    case .conversation(let id):
      return .conversation(try await system.conversation(for: id, of: origin))
    default: return try await answerProofs(request, of: origin)
    }
  }

  private func answerProofs(_ request: AgentRequest, of origin: Origin)
    async throws(MessengerError) -> AgentAnswer
  {
    let system = core.system
    switch request {
    case .proof(let id, let data, let refused):
      switch try await system.signedIdentityProof(
        for: id, using: data.bytes, of: origin, refused: Set(refused))
      {
      case .success(let proof): return .proof(proof)
      case .failure(let refusal): return .noProof(refusal)
      }
    case .noticeAddress(let id, let pushKey):
      return .noticeAddress(
        try await system.noticeAddress(for: id, of: origin, pushKey: pushKey))
    case .postNotice(let notice, let id):
      switch try await system.postNotice(notice, for: id, of: origin) {
      case .success(let accounts): return .noticePosted(accounts)
      case .failure(let refusal): return .noticeRefused(refusal)
      }
    case .clearNotices(let id):
      try await system.clearNotices(for: id, of: origin)
      return .done
    case .retractNotices(let id):
      try await system.retractNotices(for: id, of: origin)
      return .done
    default: throw MessengerError(.originRefused, "only the person asks this")
    }
  }

  /// The sheet is made where the content is; only its suggestions are this device's.
  private func suggestions(for metadata: CollaborationMetadata?, _ app: AgentApp)
    async throws(MessengerError) -> [ConversationID]
  {
    let metadata = metadata ?? CollaborationMetadata(localIdentifier: "", title: "")
    let sheet = try await core.system.shareSheet(
      for: SharedContent(metadata: metadata),
      from: RemoteApp(origin: app.origin, name: app.name, host: core.host))
    return sheet?.suggestedConversations ?? []
  }

  // MARK: The person

  private func answerPerson(_ request: AgentRequest, id: Int)
    async throws(MessengerError) -> AgentAnswer
  {
    let system = core.system
    switch request {
    case .conversationSummaries: return .summaries(try await system.conversationSummaries())
    case .recipient(let handle): return .recipient(try await system.recipient(handle: handle))
    case .members(let conversation): return .members(try await members(of: conversation))
    case .stage(let sheet): return .draft(try await system.stage(sheet))
    case .drafts: return .drafts(try await system.drafts())
    case .update(let draft):
      try await system.update(draft)
      return .done
    case .discardDraft(let id):
      try await system.discardDraft(id)
      return .done
    case .send(let id): return .outcome(try await system.send(id))
    case .cancelShare(let id): return .truth(try await system.cancelShare(id))
    case .message(let text, let conversation):
      try await system.message(text, in: conversation)
      return .done
    default: return try await answerAccess(request, id: id)
    }
  }

  /// About devices of people.
  private func answerAccess(_ request: AgentRequest, id: Int)
    async throws(MessengerError) -> AgentAnswer
  {
    let system = core.system
    switch request {
    case .accessRenewals: return .renewals(try await system.accessRenewals())
    case .renewAccess(let person, let collaboration):
      return .renewed(try await system.renewAccess(of: person, in: collaboration))
    case .letsDevicesIn: return .truth(try await system.letsDevicesIn())
    case .setLetsDevicesIn(let isWanted):
      try await system.setLetsDevicesIn(isWanted)
      return .done
    default: return try await answerAgent(request, id: id)
    }
  }

  /// About the agent itself.
  private func answerAgent(_ request: AgentRequest, id: Int)
    async throws(MessengerError) -> AgentAnswer
  {
    switch request {
    case .answerConfirmations(let does):
      setAnswersConfirmations(does)
      return .done
    case .status: return .status(await core.status())
    case .stop:
      core.logger.info("the agent is asked to end")
      await core.hooks.stop()
      return .done
    case .forget(let origin):
      let (was, peers) = try core.host.forget(origin)
      await core.system.unregister(origin)
      peers.forEach { $0.refuse(MessengerError(.originRefused, "the app was forgotten")) }
      return .truth(was)
    case .command(let command): return .ended(exitStatus: try await run(command, id: id))
    default: throw MessengerError(.originRefused, "only an app asks this")
    }
  }

  private func members(of conversation: ConversationID) async throws(MessengerError) -> [AccountID]
  {
    // The system fills in a sheet; which one it is does not matter.
    guard let origin = try? Origin("https://localhost"),
      var sheet = ShareSheet(
        origin: origin, appName: "", metadata: .init(localIdentifier: "", title: ""))
    else { throw MessengerError(.internalError) }
    try await core.system.choose(conversation, in: &sheet)
    return sheet.recipients
  }

  private func run(_ command: AgentCommand, id: Int) async throws(MessengerError) -> Int32 {
    guard let carryOut = core.hooks.command else {
      throw MessengerError(.malformed, "this agent runs no commands")
    }
    let terminal = CommandTerminal(
      output: { [weak self] isError, text in
        self?.send(.output(id: id, isError: isError, text: text))
      },
      prompt: { [weak self] text, kind in
        let answer = await self?.ask(.prompt(command: id, text: text, kind: kind))
        return if case .text(let text) = answer { text } else { "" }
      })
    return await carryOut(command, CommandIO(terminal: terminal, input: input(of: id)))
  }
}
