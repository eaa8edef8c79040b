public import Foundation

/// Work that the messenger asks of an app while something is shared or its participants change. The
/// app fulfils it or fails it; an app that does neither in time has failed it.
///
/// The first of both counts, and saying more is harmless. An action that the app lets go of without
/// an answer has failed at once.
// Every property, here and in the subclasses, is a constant; the reply locks for itself.
public class SWAction: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The same when the action is repeated after an interruption, so that it can serve as the
  /// request identifier of what the app asks its server.
  public let uuid: UUID
  /// Copies share it: they are one action.
  let reply: ActionReply

  init(uuid: UUID, reply: ActionReply) {
    self.uuid = uuid
    self.reply = reply
  }

  /// True once it was fulfilled or failed, or its time was over.
  public var isComplete: Bool { reply.isComplete }

  /// The work is done.
  public func fulfill() { reply.answer(.fulfilled(nil)) }

  /// The work was not done: what is being sent is cancelled.
  public func fail() { fail(reason: "") }

  /// The same, with a sentence for the person. Not in the platform's framework.
  public func fail(reason: String) { reply.answer(.failed(reason: reason)) }

  public func copy(with zone: NSZone? = nil) -> Any { SWAction(uuid: uuid, reply: reply) }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? SWAction else { return false }
    return type(of: self) == type(of: other) && uuid == other.uuid
  }

  public override var hash: Int { uuid.hashValue }

  public class var supportsSecureCoding: Bool { true }

  /// An action out of an archive is a record of one: nobody waits for its answer.
  public required init?(coder: NSCoder) {
    guard let uuid = coder.text("uuid").flatMap({ UUID(uuidString: $0) }) else { return nil }
    self.uuid = uuid
    reply = ActionReply(isComplete: coder.decodeBool(forKey: "isComplete"))
  }

  public func encode(with coder: NSCoder) {
    coder.put(uuid.uuidString, "uuid")
    coder.encode(isComplete, forKey: "isComplete")
  }
}
