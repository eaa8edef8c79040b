public import GroveMessage

extension RelayRules {
  /// Leaves a message where two devices meet; the first message opens the rendezvous.
  ///
  /// - Parameter mayOpen: whether who asks has room for one more.
  /// - Returns: whether this message has opened it.
  public static func leave(
    _ message: [UInt8], at id: RendezvousID, mayOpen: Bool = true, now: UInt64,
    limits: RelayLimits, in reader: any RelayReader
  ) throws -> RelayAnswer<Bool> {
    try decide {
      guard message.count <= limits.rendezvousMessageBytes else {
        throw RelayRefusal(.tooLarge, "a rendezvous message")
      }
      if let open = try reader.rendezvous(id), open.expiresAt > now {
        guard open.messages < limits.rendezvousMessages else {
          throw RelayRefusal(.limitExceeded, "messages of one rendezvous")
        }
        return (false, [.leaveMessage(id, index: open.messages, message)])
      }
      guard mayOpen else {
        throw RelayRefusal(.limitExceeded, "rendezvous open from one address")
      }
      guard try reader.openRendezvous(at: now) < limits.rendezvousOpen else {
        throw RelayRefusal(.unavailable, "too many devices are being linked")
      }
      return (
        true,
        [
          .openRendezvous(id, expiresAt: now + limits.rendezvousLifetime),
          .leaveMessage(id, index: 0, message),
        ]
      )
    }
  }

  /// What has been left from an index on; one that was never opened has nothing in it.
  public static func messages(
    at id: RendezvousID, from index: Int, now: UInt64, in reader: any RelayReader
  ) throws -> [[UInt8]] {
    guard let open = try reader.rendezvous(id), open.expiresAt > now else { return [] }
    return try reader.rendezvousMessages(id, from: max(0, index))
  }
}
