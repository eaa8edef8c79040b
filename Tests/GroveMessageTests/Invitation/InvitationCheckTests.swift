import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

/// Protocol 6.3 (b)–(e) and P7: the recipient checks the sender.
@Suite struct InvitationCheckTests {
  let bela: TestAccount
  let audience: Origin
  let collaborationID: CollaborationID
  let seed: IdentitySeed
  let prepared: PreparedIdentity

  init() throws {
    bela = try TestAccount("bela", devices: 3)
    audience = try Origin("https://docs.example")
    collaborationID = try CollaborationID("doc-7f3a")
    seed = try IdentitySeed([UInt8](100..<132))
    prepared = try IdentityDerivation.derive(
      audience: audience, collaborationID: collaborationID, recipient: bela.chain, seed: seed
    ).get()
  }

  private func invitation(
    _ identity: PreparedIdentity? = nil, link: String = "https://docs.example/d/1",
    map: [IdentityMapEntry]? = nil
  ) -> Invitation {
    let identity = identity ?? prepared
    return Invitation(
      link: link, audience: audience, collaborationID: collaborationID, title: "Recipes",
      optionsSummary: "", identity: identity.invited,
      identityMap: map ?? [identity.mapEntry], epoch: 1)
  }

  private func check(
    _ chain: StatementChain? = nil, device: Int = 1, isRefreshed: Bool = false
  ) -> InvitationCheck {
    InvitationCheck(
      senderIsMember: true, isFromRemovedDevice: false, myChain: chain ?? bela.chain,
      myBaseKeys: [bela.devices[device].baseKey.publicKey], isRefreshed: isRefreshed)
  }

  private func refusal(_ verdict: InvitationCheck.Verdict) -> InvitationRefusal? {
    if case .plainLink(let reason, _) = verdict { reason } else { nil }
  }

  @Test func `every device finds its own leaf and can prove with it`() throws {
    for (number, device) in bela.devices.enumerated() {
      guard case .usable(let identity, let leaf?) = check(device: number).judge(invitation())
      else {
        Issue.record("not usable on device \(number)")
        return
      }
      #expect(identity.root == prepared.root)
      let key = try identity.signingKey(of: device.baseKey)
      #expect(key.publicKey == leaf.publicKey)
      #expect(leaf.inclusionProof.root(for: leaf.publicKey) == prepared.root)
    }
  }

  @Test func `the sender's tree holds only devices that take part`() throws {
    let onlooker = try TestDevice("onlooker", flags: .mayChangeDeviceList)
    let mixed = try TestAccount([onlooker, TestDevice("other")])
    let identity = try IdentityDerivation.derive(
      audience: audience, collaborationID: collaborationID, recipient: mixed.chain, seed: seed
    ).get()
    #expect(try identity.leaf(of: onlooker.baseKey.publicKey) == nil)
    #expect(throws: IdentityError(.keyInvalid, "")) {
      try identity.signingKey(of: onlooker.baseKey)
    }
    let alone = try TestAccount([onlooker])
    let refusal = IdentityDerivation.derive(
      audience: audience, collaborationID: collaborationID, recipient: alone.chain, seed: seed)
    #expect(throws: IdentityError(.noCollaborationDevice, "")) { try refusal.get() }
  }

  @Test func `a device added later has no leaf but the invitation is good`() throws {
    var later = bela
    let new = try TestDevice("new")
    try later.change(to: bela.devices + [new])
    var check = check(later.chain)
    check.myBaseKeys = [new.baseKey.publicKey]
    guard case .usable(_, leaf: nil) = check.judge(invitation()) else {
      Issue.record("not usable")
      return
    }
  }

  @Test func `a key smuggled into the tree is detected`() throws {
    let intruder = try TestDevice("intruder")
    var forged = bela
    try forged.change(to: bela.devices + [intruder])
    let identity = try IdentityDerivation.derive(
      audience: audience, collaborationID: collaborationID, recipient: forged.chain, seed: seed
    ).get()
    // The sender names the true statement but made the tree for another list.
    let planted = Invitation(
      link: "https://docs.example/d/1", audience: audience, collaborationID: collaborationID,
      title: "", optionsSummary: "",
      identity: InvitedIdentity(
        seed: seed, root: identity.root, statement: bela.chain.newest.reference),
      identityMap: [identity.mapEntry], epoch: 1)
    #expect(refusal(check().judge(planted)) == .rootMismatch)
  }

  @Test func `another seed, collaboration or audience leads to another root`() throws {
    var other = invitation()
    other.identity.seed = try IdentitySeed([UInt8](0..<32))
    #expect(refusal(check().judge(other)) == .rootMismatch)
    other = invitation()
    other.collaborationID = try CollaborationID("doc-7f3b")
    #expect(refusal(check().judge(other)) == .rootMismatch)
    other = invitation(link: "https://evil.example/d/1")
    other.audience = try Origin("https://evil.example")
    #expect(refusal(check().judge(other)) == .rootMismatch)
  }

  @Test(
    arguments: [
      "https://evil.example/d/1", "https://docs.example:444/", "http://docs.example/d/1",
      "javascript:alert(1)", "", "docs.example/d/1", "https://docs.example@evil.example/",
    ])
  func `a link of another origin than the audience is a plain link`(link: String) {
    #expect(refusal(check().judge(invitation(link: link))) == .audienceMismatch)
  }

  @Test func `an own entry that is missing or different is refused`() {
    #expect(refusal(check().judge(invitation(map: []))) == .mapMismatch)
    let wrong = IdentityMapEntry(account: bela.id, root: .zero)
    #expect(refusal(check().judge(invitation(map: [wrong]))) == .mapMismatch)
    let foreign = IdentityMapEntry(account: .zero, root: prepared.root)
    #expect(refusal(check().judge(invitation(map: [foreign]))) == .mapMismatch)
  }

  @Test func `strangers and removed devices do not invite`() {
    var stranger = check()
    stranger.senderIsMember = false
    #expect(refusal(stranger.judge(invitation())) == .senderNotMember)
    var removed = check()
    removed.isFromRemovedDevice = true
    #expect(refusal(removed.judge(invitation())) == .removedDevice)
  }

  @Test func `a statement newer than mine is fetched once and then an alarm`() throws {
    let early = try StatementChain(genesis: bela.chain.records[0])
    guard case .refreshNeeded = check(early).judge(invitation()) else {
      Issue.record("no refresh was asked for")
      return
    }
    let verdict = check(early, isRefreshed: true).judge(invitation())
    guard case .plainLink(.deviceListAlarm, let alarm?) = verdict else {
      Issue.record("no alarm was raised")
      return
    }
    #expect(alarm.reason == .unknownStatement && alarm.other == bela.chain.newest.reference)
  }

  @Test func `another list under a known number is an alarm at once`() throws {
    var shown = invitation()
    shown.identity.statement.hash = StatementHash(unchecked: [UInt8](0..<32))
    guard case .plainLink(.deviceListAlarm, let alarm?) = check().judge(shown) else {
      Issue.record("no alarm was raised")
      return
    }
    #expect(alarm.reason == .reportedFork && alarm.knownRecord == bela.chain.newestRecord)
  }
}
