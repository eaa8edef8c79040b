public import GroveMessage

extension RelayRules {
  /// Leaves a message where two devices meet; the first message opens the rendezvous.
  public static func leave(
    _ message: [UInt8], at id: RendezvousID, now: UInt64, limits: RelayLimits,
    in reader: any RelayReader
  ) throws -> RelayAnswer<Void> {
    try decide {
      guard message.count <= limits.rendezvousMessageBytes else {
        throw RelayRefusal(.tooLarge, "a rendezvous message")
      }
      if let open = try reader.rendezvous(id), open.expiresAt > now {
        guard open.messages < limits.rendezvousMessages else {
          throw RelayRefusal(.limitExceeded, "messages of one rendezvous")
        }
        return ((), [.leaveMessage(id, index: open.messages, message)])
      }
      guard try reader.openRendezvous(at: now) < limits.rendezvousOpen else {
        throw RelayRefusal(.unavailable, "too many devices are being linked")
      }
      return (
        (),
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
