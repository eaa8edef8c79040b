/// What one account, device or stranger may make the relay keep (protocol 18.5 and the relay's own).
///
/// A value, so that a test can make a limit small enough to reach. Times are milliseconds.
public struct RelayLimits: Hashable, Sendable {
  /// The one who started the conversation included.
  public var membersPerConversation = 256
  /// UTF-8.
  public var conversationNameBytes = 256
  /// Bytes of one conversation's image: 256 KiB.
  public var photoBytes = 256 << 10
  /// Devices one message may go to.
  public var envelopesPerBatch = 8192
  /// Bytes of one encoded envelope: 70 KiB, above what any message needs (65 692).
  public var envelopeBytes = 70 << 10
  /// Of one upload as it travels: about 16 000 envelopes of the smallest size, or a long text to
  /// 300 devices.
  public var batchBytes = 32 << 20
  /// Entries that wait for one device.
  public var mailboxEntries = 100_000
  /// Bytes of envelopes that wait for one device: 256 MiB.
  public var mailboxBytes = 256 << 20
  /// Of one mailbox, what waits from one account: a quarter.
  public var shareEntries = 25_000
  /// Of one mailbox, bytes that wait from one account: 64 MiB, a quarter.
  public var shareBytes = 64 << 20
  /// What one account may send to another that has not accepted it, in all, until it is accepted or
  /// forgotten.
  public var requestEntries = 16
  /// Bytes one account may send to another that has not accepted it: 256 KiB.
  public var requestBytes = 256 << 10
  /// Accounts whose requests one account keeps at a time.
  public var requesters = 256
  /// After so long without a further one, an account's requests are forgotten: 30 days.
  public var requestLifetime: UInt64 = 30 * 86_400_000
  /// Accounts one account may admit, and may block.
  public var admissions = 4096
  /// Notice addresses of one account: one for each collaboration.
  public var noticeAddresses = 1024
  /// Pushed messages that wait in one mailbox from one address.
  public var noticesPerAddress = 64
  /// Pushed messages that wait in one mailbox in all.
  public var noticesPerMailbox = 512
  /// An address that nothing has come to for so long is gone: 180 days.
  public var noticeAddressLifetime: UInt64 = 180 * 86_400_000
  /// How long an entry waits for its device, and how long a device may stay away and still be
  /// written to: 45 days. The key an older envelope was sealed to is deleted (30 + 14 days).
  public var mailboxLifetime: UInt64 = 45 * 86_400_000
  /// After so many bytes of envelopes a page of the mailbox ends.
  public var mailboxPageBytes = 2 << 20
  /// A page of conversations or of a chain's statements ends with the one that reaches so many bytes.
  public var listPageBytes = 256 << 10
  /// Tokens of one device at one time; signing in once more ends the oldest.
  public var sessionsPerDevice = 16
  /// How long an uploaded envelope is remembered, delivered or not: 90 days (protocol 10.6).
  public var rememberedFor: UInt64 = 90 * 86_400_000
  /// Keys of one device that have not expired.
  public var kemKeysPerDevice = 16
  /// How far ahead a KEM key may begin: a device may publish its next key before it needs it.
  public var kemKeyAhead: UInt64 = 30 * 86_400_000
  /// Milliseconds a token opens anything: 1 hour. The device signs in anew by itself.
  public var tokenLifetime: UInt64 = 3_600_000
  /// Milliseconds a sign-in challenge may be answered: 2 minutes.
  public var challengeLifetime: UInt64 = 120_000
  /// Milliseconds a rendezvous lasts from its first message: 10 minutes (protocol 3.8).
  public var rendezvousLifetime: UInt64 = 600_000
  /// Messages in one rendezvous; a linking needs three.
  public var rendezvousMessages = 16
  /// Bytes of one rendezvous message: 8 KiB.
  public var rendezvousMessageBytes = 8 << 10
  /// Open at one time at this relay: anybody may open one.
  public var rendezvousOpen = 4096
  /// Opened from one address, as limits count addresses, and still open: a school that links the
  /// devices of two classes at once, and a sixty-fourth of all.
  public var rendezvousOpenPerAddress = 64
  /// Bytes of one sealed file: 25 MiB.
  public var attachmentBytes = 25 << 20
  /// Milliseconds a file is kept: 30 days.
  public var attachmentLifetime: UInt64 = 30 * 86_400_000
  /// Files of one account at a time.
  public var attachmentsPerAccount = 1000
  /// Bytes of all files of one account: 2 GiB.
  public var attachmentBytesPerAccount = 2 << 30

  /// The defaults of a relay.
  public init() {}
}
