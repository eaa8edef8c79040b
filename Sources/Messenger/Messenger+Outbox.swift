import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import MessengerDomain

/// What a round of sending came to.
struct FlushReport: Sendable {
  var sent = 0
  /// Still waiting.
  var queued = 0
  /// What the relay will never do, by operation.
  var refusals: [RequestID: MessengerError] = [:]
  /// Why the round stopped early.
  var interruption: MessengerError?
}

extension MessengerError {
  /// Whether what was being sent waits on: nothing is dropped because a database fails, because this
  /// device was removed, or because something in between answers in the relay's place.
  var leavesQueued: Bool {
    isTemporary || code == .storeUnavailable || code == .deviceRemoved
      || code == .relayAnswerInvalid
  }
}

extension Messenger {
  /// Sends what waits, in order, until nothing waits or the relay is away.
  func flush() async throws(MessengerError) -> FlushReport {
    await sending.acquire()
    defer { sending.release() }
    var report = FlushReport()
    for entry in try await look({ try $0.outbox() }) {
      if report.interruption == nil {
        try await carryOut(entry, &report)
      }
      if report.interruption != nil { report.queued += 1 }
    }
    if report.interruption == nil {
      report.interruption = try await settle()
    }
    return report
  }

  private func carryOut(_ entry: OutboxEntry, _ report: inout FlushReport)
    async throws(MessengerError)
  {
    do {
      let sent = try await perform(entry)
      let rules = outboxRules
      try await write { try rules.done(entry, sent, in: $0) }
      report.sent += 1
      forgetFile(of: entry.operation)
    } catch {
      let stays = error.leavesQueued
      guard !stays else {
        report.interruption = error
        return
      }
      let rules = outboxRules
      let reason = error.reason
      try await write { try rules.refused(entry, reason: reason, in: $0) }
      report.refusals[entry.operationID] = error
      forgetFile(of: entry.operation)
    }
  }

  private func perform(_ entry: OutboxEntry) async throws(MessengerError) -> SendReport {
    switch entry.operation {
    case .createConversation(let id, let members, let name):
      let body = CreateConversation(conversationID: id, members: members, name: name)
      try await told { relay throws(ClientError) in try await relay.create(body) }
    case .changeConversation(let id, let name, let add, let remove):
      let body = ChangeConversation(
        name: name, add: add.isEmpty ? nil : add, remove: remove.isEmpty ? nil : remove)
      try await told { relay throws(ClientError) in try await relay.change(id, body) }
    case .setPhoto(let id, let image):
      try await told { relay throws(ClientError) in try await relay.putPhoto(image.bytes, of: id) }
    case .message(var message):
      if let attachment = message.attachment {
        message = try await uploaded(attachment, of: message, entry.operationID)
      }
      return try await sendNow(message, sentAt: entry.createdAt)
    }
    return SendReport()
  }

  /// A request that answers with the conversation as it is now.
  private func told(_ call: @Sendable (RelayClient) async throws(ClientError) -> Conversation)
    async throws(MessengerError)
  {
    let answer = try await ask(call)
    let rules = rosterRules
    try await write { try rules.told(answer, in: $0) }
  }

  /// Uploads the sealed file and remembers where it is, so that it is uploaded once.
  private func uploaded(
    _ attachment: OutgoingMessage.Attachment, of message: OutgoingMessage, _ operation: RequestID
  ) async throws(MessengerError) -> OutgoingMessage {
    let sealed: [UInt8]
    do {
      sealed = try SecureFile.read(folder.attachments + "/" + attachment.fileName, limit: 32 << 20)
    } catch {
      throw MessengerError(.attachmentInvalid)
    }
    let stored = try await ask { relay throws(ClientError) in
      try await relay.storeAttachment(sealed)
    }
    let content = attachment.content(attachmentID: stored.attachmentID)
    var placed = message
    placed.attachment = nil
    placed.content = .same(Base64URLBytes(try Self.encoded(content)))
    let next = placed
    let identity = MessageIdentity(senderDeviceID: deviceID, messageID: message.messageID)
    try await write { _ in
      [
        .requeue(operation, .message(next)),
        .replaceContent(identity, InboxRules.content(of: content)),
      ]
    }
    return placed
  }

  private func forgetFile(of operation: OutboxOperation) {
    guard case .message(let message) = operation, let attachment = message.attachment else {
      return
    }
    SecureFile.remove(folder.attachments + "/" + attachment.fileName)
  }

  var rosterRules: RosterRules {
    RosterRules(myAccountID: accountID, now: now, hooks: hooks)
  }
}
