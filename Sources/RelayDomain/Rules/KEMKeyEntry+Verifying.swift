import GroveIdentity
import GroveMessage

extension KEMKeyEntry {
  /// A record that its device signed and that somebody may still seal to (protocol 3.6).
  /// - Throws: `kem_key_refused` with the reason.
  init(
    verifying record: SignedKEMKey, in statement: AccountStatement, now: UInt64,
    limits: RelayLimits
  ) throws(RelayRefusal) {
    let key: KEMKeyRecord
    switch record.verified(in: statement) {
    case .failure(let refusal): throw RelayRefusal(.kemKeyRefused, refusal.rawValue)
    case .success(let verified): key = verified
    }
    guard key.notAfter > now else { throw RelayRefusal(.kemKeyRefused, "expired") }
    // Also keeps the stored times far below what a signed column holds.
    guard key.notBefore <= now.addingReportingOverflow(limits.kemKeyAhead).partialValue else {
      throw RelayRefusal(.kemKeyRefused, "too_far_ahead")
    }
    self.init(
      owner: DeviceAddress(account: key.accountID, device: key.deviceID), keyID: key.keyID,
      notBefore: key.notBefore, notAfter: key.notAfter, record: record)
  }
}
