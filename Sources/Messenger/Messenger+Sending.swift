import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire
import MessengerDomain

extension Messenger {
  /// Stores a message to be sent in its turn, with the line that shows it.
  func queue(_ message: OutgoingMessage, showing content: ThreadContent?)
    async throws(MessengerError)
  {
    let rules = outboxRules
    let id = fresh(RequestID.self)
    let refusal = try await commit {
      try rules.enqueue(message, id: id, showing: content, in: $0)
    }
    if let refusal { throw refusal }
    wake?.yield()
  }

  /// Seals and uploads a message now. When this returns, the relay has it durably for everybody but
  /// those the report names; when it throws with `isTemporary`, that is unknown, and sending the same message again is no
  /// change.
  ///
  /// - Parameter sentAt: when the person sent it.
  /// - Throws: `notAMember`, `noUsableDevice`, `deviceListInvalid`, `relayUnreachable`,
  ///   `relayRefused`, ….
  @discardableResult
  func sendNow(_ message: OutgoingMessage, sentAt: UInt64? = nil) async throws(MessengerError)
    -> SendReport
  {
    let conversation = try await conversation(message.conversationID)
    guard conversation.members.contains(accountID) else { throw MessengerError(.notAMember) }
    let recipients = EnvelopeRules.recipients(
      of: message, members: conversation.members, myAccountID: accountID)
    var refresh = false
    for attempt in 1...3 {
      let envelopes = try await sealed(
        message, to: recipients, sentAt: sentAt ?? now, refresh: refresh)
      // Alone with one device: there is nobody to tell.
      guard !envelopes.isEmpty else { return SendReport() }
      do {
        let answer = try await ask { relay throws(ClientError) in
          try await relay.upload(envelopes, isQuiet: !EnvelopeRules.rings(message))
        }
        return SendReport(answer, envelopes, myAccountID: accountID)
      } catch  where error.problem == .devicesChanged && attempt < 3 {
        refresh = true
      }
    }
    return SendReport()
  }

  private func sealed(
    _ message: OutgoingMessage, to recipients: [AccountID], sentAt: UInt64, refresh: Bool
  ) async throws(MessengerError) -> [[UInt8]] {
    let accounts = try await self.recipients(recipients, refresh: refresh)
    let own = try await ownAccount()
    guard own.chain.newest.device(deviceID) != nil else { throw MessengerError(.deviceRemoved) }
    do {
      let rules = EnvelopeSealing(myAccount: own, keys: keys, now: now)
      let envelopes = try rules.seal(message, to: accounts, sentAt: sentAt)
      let someoneElse = recipients.contains { $0 != accountID }
      if envelopes.isEmpty, someoneElse { throw MessengerError(.noUsableDevice) }
      return envelopes
    } catch {
      throw Self.translated(error)
    }
  }

  /// Who is written to, as they are known; those of whom a key is missing as the relay knows them now.
  ///
  /// - Parameter refresh: all of them as the relay knows them now.
  func recipients(_ accounts: [AccountID], refresh: Bool = false) async throws(MessengerError)
    -> [RecipientAccount]
  {
    var recipients: [RecipientAccount] = []
    for account in accounts {
      var recipient = RecipientAccount(try await known(account, refresh: refresh), at: now)
      if !refresh, !recipient.isReachable(except: deviceID) {
        recipient = RecipientAccount(try await refreshed(account), at: now)
      }
      recipients.append(recipient)
    }
    return recipients
  }
}
