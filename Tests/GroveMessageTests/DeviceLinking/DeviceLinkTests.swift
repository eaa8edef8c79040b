import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

/// Protocol 3.8, from the code on one screen to the published statement.
@Suite struct DeviceLinkTests {
  let account: TestAccount
  let new: TestDevice
  let request: DeviceLinkRequest

  init() throws {
    account = try TestAccount("anna")
    new = try TestDevice("new", flags: .takesPartInCollaborations)
    request = DeviceLinkRequest(
      identityKey: new.identityKey.publicKey, baseKey: new.baseKey.publicKey,
      rendezvous: RendezvousID(unchecked: [UInt8](0..<16)))
  }

  private var offer: DeviceLinkOffer {
    DeviceLinkOffer(request, flags: .takesPartInCollaborations, chain: account.chain)
  }

  private func overTheWire(_ message: DeviceLinkMessage) throws -> DeviceLinkMessage {
    try DeviceLinkMessage(data: message.encodedData())
  }

  @Test func `the code is read as it was shown`() throws {
    #expect(request.text.hasPrefix("grove-link:"))
    #expect(try DeviceLinkRequest(text: request.text) == request)
    #expect(try DeviceLinkRequest(text: " \n" + request.text + "\r\n") == request)
  }

  @Test func `a damaged code is refused`() throws {
    let text = request.text
    let refused: [String] = [
      "", "grove-link:", String(text.dropFirst()), String(text.dropLast()), text + "A",
      text + "=", text.replacing("grove-link:", with: "GROVE-LINK:"), text + " " + text,
    ]
    for code in refused {
      #expect(throws: IdentityError.self) { try DeviceLinkRequest(text: code) }
    }
    let twice = DeviceLinkRequest(
      identityKey: request.identityKey, baseKey: request.identityKey,
      rendezvous: request.rendezvous)
    #expect(throws: IdentityError(.duplicateKey, "")) { try DeviceLinkRequest(text: twice.text) }
  }

  @Test func `a device is linked in three messages`() throws {
    // The existing device scans the code and offers; both show the same digits.
    guard case .offer(let offer) = try overTheWire(.offer(offer)) else { return }
    let entry = try offer.check(request).get()
    #expect(offer.digits == AccountDigits(account.id))
    // The new device signs that it holds its keys.
    let signed = try DeviceLinkPossession(offer, entry: entry, signedBy: new.identityKey)
    guard case .possession(let possession) = try overTheWire(.possession(signed)) else { return }
    let checked = try possession.check(
      entry: entry, accountID: account.id, prevHash: account.chain.newestHash
    ).get()
    // The existing device publishes.
    let record = try SignedStatement.next(
      after: account.chain.newest, issuedAt: TestAccount.t0 + 1, recoveryKey: nil,
      devices: account.chain.newest.devices + [entry],
      signedBy: .device(account.devices[0].identityKey), possession: [checked])
    let chain = try account.chain.appending(record).get()
    // The new device fetches the chain and finds itself in it.
    guard case .complete(let complete) = try overTheWire(.complete(DeviceLinkComplete(chain)))
    else {
      return
    }
    #expect(try complete.check(offer, entry: entry, chain: chain).get() == chain.newest)
  }

  @Test func `an offer of other keys is not signed`() throws {
    let other = try TestDevice("other")
    var changed = offer
    changed.entry = Base64URLBytes(other.entry.encoded)
    #expect(changed.check(request) == .failure(.entryMismatch))
    changed.entry = Base64URLBytes([1, 2, 3])
    #expect(changed.check(request) == .failure(.malformed))
  }

  @Test func `a possession signature for other flags, keys or accounts is refused`() throws {
    let entry = try offer.check(request).get()
    let signed = try DeviceLinkPossession(offer, entry: entry, signedBy: new.identityKey)
    let hash = account.chain.newestHash
    let raised = request.entry(flags: [.mayChangeDeviceList, .takesPartInCollaborations])
    #expect(
      signed.check(entry: raised, accountID: account.id, prevHash: hash)
        == .failure(.possessionInvalid))
    #expect(
      signed.check(entry: entry, accountID: .zero, prevHash: hash) == .failure(.possessionInvalid))
    #expect(
      signed.check(entry: entry, accountID: account.id, prevHash: .zero)
        == .failure(.possessionInvalid))
    let other = try TestDevice("other")
    #expect(
      signed.check(entry: other.entry, accountID: account.id, prevHash: hash)
        == .failure(.deviceMismatch))
    #expect(throws: IdentityError(.keyInvalid, "")) {
      try DeviceLinkPossession(offer, entry: entry, signedBy: other.identityKey)
    }
  }

  @Test func `a published chain of another account or without the entry is refused`() throws {
    let entry = try offer.check(request).get()
    let other = try TestAccount("other").chain
    #expect(
      DeviceLinkComplete(other).check(offer, entry: entry, chain: other)
        == .failure(.accountMismatch))
    let complete = DeviceLinkComplete(account.chain)
    #expect(
      complete.check(offer, entry: entry, chain: account.chain) == .failure(.entryNotPublished))
    // The entry came later than the statement that is named.
    let record = try SignedStatement.next(
      after: account.chain.newest, issuedAt: TestAccount.t0, recoveryKey: nil,
      devices: account.chain.newest.devices + [entry],
      signedBy: .device(account.devices[0].identityKey),
      possession: [new.possession(after: account.chain.newest)])
    let later = try account.chain.appending(record).get()
    #expect(complete.check(offer, entry: entry, chain: later) == .failure(.entryNotPublished))
    var ahead = complete
    ahead.statement.seq = 9
    #expect(ahead.check(offer, entry: entry, chain: account.chain) == .failure(.statementUnknown))
  }

  @Test func `whatever else lies at the rendezvous is malformed`() {
    for json in ["", "{}", #"{"type":"other"}"#, #"{"type":"offer","v":1}"#, "[1]"] {
      #expect(throws: IdentityError(.malformed, "")) {
        try DeviceLinkMessage(data: Array(json.utf8))
      }
    }
    #expect(throws: IdentityError(.limitExceeded, "")) {
      try DeviceLinkMessage(data: [UInt8](repeating: 0x20, count: 8193))
    }
  }
}
