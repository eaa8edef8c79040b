/// What one account, device or stranger may make the relay keep (protocol 18.5 and the relay's own).
///
/// A value, so that a test can make a limit small enough to reach.
public struct RelayLimits: Hashable, Sendable {
  public var membersPerConversation = 256
  public var conversationNameBytes = 256
  public var photoBytes = 256 << 10
  public var envelopesPerBatch = 8192
  public var envelopeBytes = 70 << 10
  /// Of one upload as it travels: about 16 000 envelopes of the smallest size, or a long text to
  /// 300 devices.
  public var batchBytes = 32 << 20
  public var mailboxEntries = 100_000
  public var mailboxBytes = 256 << 20
  /// Of one mailbox, what waits from one account: a quarter.
  public var shareEntries = 25_000
  public var shareBytes = 64 << 20
  /// What one account may send to another that has not accepted it, in all, until it is accepted or
  /// forgotten.
  public var requestEntries = 16
  public var requestBytes = 256 << 10
  /// Accounts whose requests one account keeps at a time.
  public var requesters = 256
  /// After so long without a further one, an account's requests are forgotten: 30 days.
  public var requestLifetime: UInt64 = 30 * 86_400_000
  /// Accounts one account may admit, and may block.
  public var admissions = 4096
  /// How long an entry waits for its device, and how long a device may stay away and still be
  /// written to: 45 days. The key an older envelope was sealed to is deleted (30 + 14 days).
  public var mailboxLifetime: UInt64 = 45 * 86_400_000
  /// After so many bytes of envelopes a page of the mailbox ends.
  public var mailboxPageBytes = 2 << 20
  /// How long an uploaded envelope is remembered, delivered or not: 90 days (protocol 10.6).
  public var rememberedFor: UInt64 = 90 * 86_400_000
  public var kemKeysPerDevice = 16
  /// How far ahead a KEM key may begin: a device may publish its next key before it needs it.
  public var kemKeyAhead: UInt64 = 30 * 86_400_000
  public var tokenLifetime: UInt64 = 3_600_000
  public var challengeLifetime: UInt64 = 120_000
  public var rendezvousLifetime: UInt64 = 600_000
  public var rendezvousMessages = 16
  public var rendezvousMessageBytes = 8 << 10
  /// Open at one time at this relay: anybody may open one.
  public var rendezvousOpen = 4096
  /// Opened from one address, as limits count addresses, and still open: a school that links the
  /// devices of two classes at once, and a sixty-fourth of all.
  public var rendezvousOpenPerAddress = 64
  public var attachmentBytes = 25 << 20
  public var attachmentLifetime: UInt64 = 30 * 86_400_000
  public var attachmentsPerAccount = 1000
  public var attachmentBytesPerAccount = 2 << 30

  public init() {}
}
