import GroveClient
import GroveIdentity
import GroveMessage
import GroveSystem
import GroveWire

extension Messenger {
  /// The file first, then memory: a key that is used is on the disk.
  func replaceKeys(_ next: DeviceKeys) throws(MessengerError) {
    try keyFile.write(next, nonce: environment.random(12))
    keys = next
  }

  /// The relay has every KEM key of this device.
  func markPublished() throws(MessengerError) {
    guard keys.kemKeys.contains(where: { !$0.isPublished }) else { return }
    var next = keys
    for index in next.kemKeys.indices { next.kemKeys[index].isPublished = true }
    try replaceKeys(next)
  }

  /// Makes, publishes and forgets KEM keys as their times come (protocol 3.6).
  func rotateKEMKeys() async throws(MessengerError) {
    let drainedAt = try await look { try $0.counter(.drainedAt) }
    do {
      if let next = try keys.rotated(at: now, drainedAt: drainedAt) { try replaceKeys(next) }
    } catch {
      throw Self.translated(error)
    }
    for pair in keys.kemKeys where !pair.isPublished {
      do {
        try await ask { relay throws(ClientError) in try await relay.publish(pair.signed) }
      } catch  where error.problem == .kemKeyRefused {
        // Its time was over before the relay heard of it: the next round makes another.
        continue
      }
      var next = keys
      for index in next.kemKeys.indices where next.kemKeys[index].record == pair.record {
        next.kemKeys[index].isPublished = true
      }
      try replaceKeys(next)
    }
  }
}
