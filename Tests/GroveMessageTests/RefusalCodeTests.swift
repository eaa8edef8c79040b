import GroveMessage
import Testing

/// Codes are stored and shown by others: a changed one is a broken promise.
@Suite struct RefusalCodeTests {
  @Test func `statement refusals keep their codes`() {
    #expect(
      StatementRefusal.allCases.map(\.rawValue) == [
        "malformed", "device_count", "devices_out_of_order", "device_id_mismatch",
        "duplicate_key", "nobody_may_change", "not_genesis", "account_mismatch",
        "sequence_skipped", "previous_hash_mismatch", "issued_earlier", "signer_unknown",
        "signer_not_manager", "recovery_key_absent", "signature_invalid", "possession_missing",
        "possession_unexpected", "possession_invalid", "fork",
      ])
  }

  @Test func `envelope and key refusals keep their codes`() {
    #expect(
      EnvelopeRefusal.allCases.map(\.rawValue) == [
        "malformed", "not_addressed_here", "key_unknown", "seal_broken", "content_malformed",
        "sender_mismatch", "statement_unknown", "statement_forked", "device_not_listed",
        "signature_invalid",
      ])
    #expect(
      KEMKeyRefusal.allCases.map(\.rawValue) == [
        "malformed", "suite_unknown", "lifetime_invalid", "account_mismatch",
        "device_not_listed", "signature_invalid",
      ])
  }

  @Test func `invitation, notice and link refusals keep their codes`() {
    #expect(
      InvitationRefusal.allCases.map(\.rawValue) == [
        "removed_device", "sender_not_member", "audience_mismatch", "device_list_alarm",
        "root_mismatch", "map_mismatch", "no_collaboration_device",
      ])
    #expect(
      NoticeRefusal.allCases.map(\.rawValue) == [
        "removed_device", "other_collaboration", "sender_not_participant", "mentions_another",
        "attestation_required",
      ])
    #expect(
      DeviceLinkRefusal.allCases.map(\.rawValue) == [
        "malformed", "entry_mismatch", "device_mismatch", "possession_invalid",
        "account_mismatch", "statement_unknown", "entry_not_published",
      ])
  }

  @Test func `membership refusals keep their codes`() {
    #expect(
      CollaborationMembership.Refusal.allCases.map(\.rawValue) == [
        "not_from_inviter", "other_collaboration", "root_taken", "too_many",
      ])
  }
}
