import GroveIdentity
import GroveMessage
import GroveTesting
import Testing

@Suite struct KEMKeyTests {
  let account: TestAccount
  let device: TestDevice
  let day: UInt64 = 24 * 3_600_000
  let t0 = TestAccount.t0

  init() throws {
    account = try TestAccount("anna", devices: 2)
    device = account.devices[1]
  }

  private func record(_ keyID: UInt32, from notBefore: UInt64, days: UInt64) throws
    -> KEMKeyRecord
  {
    try KEMKeyRecord(
      accountID: account.id, deviceID: device.id, keyID: keyID, notBefore: notBefore,
      notAfter: notBefore + days * day, kemPublicKey: device.kemKey.publicKey)
  }

  @Test func `a key record signed by its listed device is taken`() throws {
    let record = try device.kemRecord(of: account.id)
    let signed = try SignedKEMKey(record, signedBy: device.identityKey)
    #expect(signed.verified(in: account.chain) == .success(record))
  }

  @Test func `a key record of another signer, device or account is refused`() throws {
    let record = try device.kemRecord(of: account.id)
    let other = try SignedKEMKey(record, signedBy: account.devices[0].identityKey)
    #expect(other.verified(in: account.chain) == .failure(.signatureInvalid))
    let stranger = try TestDevice("stranger")
    let unlisted = try SignedKEMKey(
      stranger.kemRecord(of: account.id), signedBy: stranger.identityKey)
    #expect(unlisted.verified(in: account.chain) == .failure(.deviceNotListed))
    let elsewhere = try SignedKEMKey(record, signedBy: device.identityKey)
    #expect(
      try elsewhere.verified(in: TestAccount("bela").chain) == .failure(.accountMismatch))
  }

  @Test func `nobody seals to a device that has been removed`() throws {
    var changed = account
    let signed = try SignedKEMKey(device.kemRecord(of: account.id), signedBy: device.identityKey)
    try changed.change(to: [account.devices[0]])
    #expect(signed.verified(in: changed.chain) == .failure(.deviceNotListed))
  }

  @Test func `a key lasts at most 30 days and does not end before it begins`() throws {
    _ = try record(1, from: t0, days: 30)
    #expect(throws: KEMKeyRefusal.lifetimeInvalid) { try record(1, from: t0, days: 31) }
    #expect(throws: KEMKeyRefusal.lifetimeInvalid) {
      try KEMKeyRecord(
        accountID: account.id, deviceID: device.id, keyID: 1, notBefore: 2, notAfter: 1,
        kemPublicKey: device.kemKey.publicKey)
    }
  }

  @Test func `another suite, version or key form is refused`() throws {
    let good = try record(1, from: t0, days: 7).encoded
    func refusal(_ index: Int, _ value: UInt8) -> KEMKeyRefusal? {
      var body = good
      body[index] = value
      do {
        _ = try KEMKeyRecord(encoded: body)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal(0, 2) == .malformed)
    #expect(refusal(50, 2) == .suiteUnknown)
    #expect(refusal(73, 2) == .malformed)
    #expect(refusal(good.count - 1, good[good.count - 1] ^ 1) == .malformed)
  }

  @Test func `a key is usable from its beginning up to but not at its end`() throws {
    let record = try record(1, from: t0, days: 7)
    #expect(!record.usable(at: t0 - 1))
    #expect(record.usable(at: t0))
    #expect(record.usable(at: t0 + 7 * day - 1))
    #expect(!record.usable(at: t0 + 7 * day))
  }

  @Test func `the newest usable key has the latest beginning, then the greatest number`() throws {
    let old = try record(9, from: t0, days: 30)
    let newer = try record(2, from: t0 + day, days: 1)
    let twin = try record(3, from: t0 + day, days: 1)
    let future = try record(4, from: t0 + 5 * day, days: 1)
    let all = [twin, old, future, newer]
    #expect(KEMKeySelection.newest(of: all, at: t0 + day) == twin)
    #expect(KEMKeySelection.newest(of: all, at: t0 + 3 * day) == old)
    #expect(KEMKeySelection.newest(of: all, at: t0 - 1) == nil)
    #expect(KEMKeySelection.newest(of: [future], at: t0) == nil)
  }

  @Test func `selection skips what does not verify and takes one key for each device`() throws {
    let good = try SignedKEMKey(device.kemRecord(of: account.id), signedBy: device.identityKey)
    let forged = SignedKEMKey(body: good.body, signature: Base64URLBytes([1, 2, 3]))
    let rubbish = SignedKEMKey(body: Base64URLBytes([1]), signature: good.signature)
    let chosen = KEMKeySelection.newest(of: [forged, good, rubbish], in: account.chain, at: t0)
    #expect(chosen == [device.id: try device.kemRecord(of: account.id)])
  }

  @Test func `a device makes a new key every seven days`() throws {
    let (notBefore, notAfter) = KEMKeyRotation.validity(madeAt: t0)
    #expect(notAfter - notBefore == 30 * day && notBefore < t0)
    let record = try KEMKeyRecord(
      accountID: account.id, deviceID: device.id, keyID: 1, notBefore: notBefore,
      notAfter: notAfter, kemPublicKey: device.kemKey.publicKey)
    #expect(KEMKeyRotation.isDue(newest: nil, at: t0))
    #expect(!KEMKeyRotation.isDue(newest: record, at: notBefore + 7 * day - 1))
    #expect(KEMKeyRotation.isDue(newest: record, at: notBefore + 7 * day))
    #expect(KEMKeyRotation.isDue(newest: record, at: 0), "a clock that went back")
  }

  @Test func `an old private key is deleted after 14 days or once the mailbox is drained`() throws {
    let record = try record(1, from: t0, days: 7)
    let end = record.notAfter
    #expect(!KEMKeyRotation.mayDelete(record, at: end + 14 * day - 1, drainedAt: nil))
    #expect(KEMKeyRotation.mayDelete(record, at: end + 14 * day, drainedAt: nil))
    #expect(!KEMKeyRotation.mayDelete(record, at: end, drainedAt: end - 1))
    #expect(KEMKeyRotation.mayDelete(record, at: end, drainedAt: end))
  }

  @Test func `key numbers rise, and times at the end of the range do not wrap`() throws {
    #expect(KEMKeyRotation.nextKeyID(after: []) == 1)
    #expect(KEMKeyRotation.nextKeyID(after: [3, 7, 5]) == 8)
    #expect(KEMKeyRotation.nextKeyID(after: [.max]) == nil)
    #expect(KEMKeyRotation.validity(madeAt: .max).notAfter == .max)
    #expect(KEMKeyRotation.validity(madeAt: 0).notBefore == 0)
  }
}
